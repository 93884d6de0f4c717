import { Choice, declareEvents, FreeObject, Id, Int, Text } from '../platform/index.js';

class AlertTriggered {
  @Id('alr') alert_id: string;
  @Id('rul') rule_id: string;
  @Text({ example: '20 denials from one address within an hour' }) title: string;
  @Choice(['info', 'low', 'medium', 'high', 'critical']) severity: string;
  @Int({ min: 1, example: 20 }) event_count: number;
}

class PolicyUpdated {
  @Id('pol') policy_id: string;
  @Text({ example: 'No exports for contractors' }) name: string;
  @Choice(['active', 'inactive']) status: string;
  @FreeObject({
    description: 'Changed fields with their values before (`from`) and after (`to`).',
    example: { status: { from: 'inactive', to: 'active' } },
  })
  changes: object;
}

class AuditExported {
  @Id('exp') job_id: string;
  @Choice(['csv', 'json', 'jsonl']) format: string;
  @Int({ min: 0, example: 1250 }) row_count: number;
  @Text({ description: 'The user or API key that asked for it.', example: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' })
  requested_by: string;
}

declareEvents('guard.alert', { triggered: AlertTriggered });
declareEvents('guard.policy', { updated: PolicyUpdated });
declareEvents('guard.audit', { exported: AuditExported });
