export { AddButton } from './add-button.js';
export { Avatar } from './avatar.js';
export { About } from './about.js';
export { Confirm, offerUndo, RowAction, useAction, useDialog } from './action.js';
export * from './api.js';
export { useAsked } from './asked.js';
export { type Bulk, useSelection } from './bulk/selection.js';
export { Board, type Place } from './board/board.js';
export { appOf, type Catalogue, listed, typeChoice, typeInWords, useCatalogue } from './catalogue.js';
export { ConditionEditor } from './condition-editor.js';
export { auditedFieldsOf, conditionFieldsOf } from './filter-fields.js';
export { ConditionInWords } from './condition-words.js';
export { CopyAs, Copyable, type Shareable } from './copy.js';
export { Entries, formerNameOf, placeOfEntry, RecordOf, type Titles, titlesIn } from './entries.js';
export { dayIn } from './days.js';
export { Dialog, useFocusBack } from './dialog.js';
export { explain, Problem } from './errors.js';
export { type EventType, names, useEventTypes } from './event-types.js';
export { type Filter, orderBy, useFilters, withWords } from './filter.js';
export { Filters } from './filters.js';
export { FileJobActions, isRunning, useFileJob } from './file-job.js';
export { type Fields, Form, type FormProps } from './form.js';
export { Icon, type IconName } from './icons.js';
export { ListPage } from './list-page.js';
export { isoOf, localOf } from './local-time.js';
export { More } from './more.js';
export { Facts, Go, Long, Page, Section } from './page.js';
export { Id, placeOf } from './id.js';
export type { Tried } from './preview/try.js';
export { Priority } from './priority.js';
export { isNamed, isUserId, Named, NameOf, pickOf, useName, WithApp } from './named.js';
export { PickMany, PickOne } from './pick.js';
export {
  type Act,
  type Api,
  type Belonging,
  prefixOf,
  type Resource,
  type Shows,
  useContract,
  useResources,
} from './resources.js';
export { type Field, follow } from './contract.js';
export { ReadRecord, RecordPage } from './record-page.js';
export { Star } from './favourites.js';
export { ShownOnce } from './once.js';
export { LEVELS, OWNER, roleAbout, roleName, RolePicker, Roles, rolesInWords } from './roles.js';
export { save } from './save.js';
export { isGivenOut, Scan } from './scan.js';
export { ScopePicker } from './scope-picker.js';
export { Rotate } from './rotate.js';
export { type App, APPS, inWords, type Scope, SCOPES, summary } from './scopes.js';
export type { Screen } from './screen.js';
export { sized } from './size.js';
export { Calm, Empty, Failed, Listed, Loading, Ready } from './states.js';
export { type Column, DataTable } from './table.js';
export { shownTotal, type Total } from './total.js';
export { Severity, Status, Tag, Tags, type Tone } from './tag.js';
export { TextArea } from './text-area.js';
export { toast } from './toast.js';
export { ViewNotice, Views } from './views.js';
export { ago, Exact, When } from './when.js';
export { useFirstWeekday, useToday, useZone } from './week.js';
export { actionInWords, worded } from './words.js';
