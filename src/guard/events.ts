import { Choice, declareEvents, FreeObject, Id, Int, Text } from '../platform/index.js';

class AlertTriggered {
  @Id('alr', { description: 'The alert.' }) alert_id: string;
  @Id('rul', { description: 'The rule that it comes from.' }) rule_id: string;
  @Text({ example: '20 denials from one address within an hour', description: 'What it says.' }) title: string;
  @Choice(['info', 'low', 'medium', 'high', 'critical'], { description: 'How bad it is.' }) severity: string;
  @Int({ min: 1, example: 20, description: 'How many events it stands for.' }) event_count: number;
}

class PolicyUpdated {
  @Id('pol', { description: 'The policy.' }) policy_id: string;
  @Text({ example: 'No exports for contractors', description: 'What it is called.' }) name: string;
  @Choice(['active', 'inactive'], { description: 'Whether it is in force.' }) status: string;
  @FreeObject({
    description: 'Changed fields with their values before (`from`) and after (`to`).',
    example: { status: { from: 'inactive', to: 'active' } },
  })
  changes: object;
}

class AuditExported {
  @Id('exp', { description: 'The export.' }) job_id: string;
  @Choice(['csv', 'json', 'jsonl'], { description: 'What it is written in.' }) format: string;
  @Int({ min: 0, example: 1250, description: 'How many entries it has.' }) row_count: number;
  @Text({ description: 'The user or API key that asked for it.', example: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' })
  requested_by: string;
}

declareEvents('guard.alert', { triggered: AlertTriggered });
declareEvents('guard.policy', { updated: PolicyUpdated });
declareEvents('guard.audit', { exported: AuditExported });
