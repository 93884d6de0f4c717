import { declareEvents, Id, Money, Text } from '../platform/index.js';

class DealWon {
  @Id('deal') deal_id: string;
  @Text({ example: 'Website for Acme' }) title: string;
  @Money({ example: 12_500 }) value: number;
}

class DealLost extends DealWon {
  @Text({ max: 500, nullable: true, example: 'No budget this year' }) close_reason: string | null;
}

class DealStageChanged extends DealWon {
  @Id('pip') pipeline_id: string;
  @Id('stg') from_stage_id: string;
  @Id('stg') to_stage_id: string;
}

class ContactCreated {
  @Id('cnt') contact_id: string;
  @Text({ nullable: true, example: 'Ada Lovelace' }) display_name: string | null;
  @Text({ max: 254, nullable: true, example: 'ada@example.com' }) email: string | null;
  @Id('usr', { nullable: true }) owner_id: string | null;
}

declareEvents('sales.deal', { stage_changed: DealStageChanged, won: DealWon, lost: DealLost });
declareEvents('sales.contact', { created: ContactCreated });
