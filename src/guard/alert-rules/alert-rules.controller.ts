import { Body, Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../platform/index.js';
import {
  AlertRuleQuery,
  AlertRuleView,
  CreateAlertRule,
  RuleTestView,
  TestAlertRule,
  UpdateAlertRule,
} from './alert-rule.dto.js';
import { AlertRule } from './alert-rule.entity.js';
import { alertRules } from './alert-rule.resource.js';
import { AlertRulesService } from './alert-rules.service.js';

@Controller('v1/guard/alert-rules')
export class AlertRulesController extends ResourceController(AlertRule, AlertRulesService, {
  view: AlertRuleView,
  list: AlertRuleQuery,
  create: { body: CreateAlertRule, errors: ['tooMany'] },
  update: UpdateAlertRule,
  remove: { errors: ['builtIn'] },
}) {
  @Post(':id/test')
  @Endpoint(alertRules, {
    returns: RuleTestView,
    status: 200,
    action: 'tested',
    heavy: true,
    summary: 'Test an alert rule on existing entries',
  })
  test(@Param('id', Loaded(AlertRule)) rule: AlertRule, @Body() body: TestAlertRule) {
    return this.service.test(rule, body);
  }
}
