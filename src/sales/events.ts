import { declareEvents, Id, Money, Text } from '../platform/index.js';

class DealWon {
  @Id('deal', { description: 'The deal.' }) deal_id: string;
  @Text({ example: 'Website for Acme', description: 'What it is called.' }) title: string;
  @Money({ example: 12_500, description: 'What it is worth.' }) value: number;
}

class DealLost extends DealWon {
  @Text({ max: 500, nullable: true, example: 'No budget this year', description: 'Why it was lost.' }) close_reason:
    string | null;
}

class DealStageChanged extends DealWon {
  @Id('pip', { description: 'The pipeline that the deal is in.' }) pipeline_id: string;
  @Id('stg', { description: 'The stage before.' }) from_stage_id: string;
  @Id('stg', { description: 'The stage after.' }) to_stage_id: string;
}

class ContactCreated {
  @Id('cnt', { description: 'The contact.' }) contact_id: string;
  @Text({ nullable: true, example: 'Ada Lovelace', description: 'The name that is shown.' }) display_name:
    string | null;
  @Text({ max: 254, nullable: true, example: 'ada@example.com', description: 'The address of the contact.' }) email:
    string | null;
  @Id('usr', { nullable: true, description: 'The user it belongs to.' }) owner_id: string | null;
}

declareEvents('sales.deal', { stage_changed: DealStageChanged, won: DealWon, lost: DealLost });
declareEvents('sales.contact', { created: ContactCreated });
