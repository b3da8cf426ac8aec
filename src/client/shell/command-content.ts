import { getAreaEndpoints } from '@/contract/area'
import { text, type Field, type Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import { findAreaOfOperation, getAreas } from '../area-registry'
import type { DisplayableContent } from '../area'
import { getResourceName } from '../api/query-keys'
import { getPhone, type UnsentCommand } from '../api/phone'
import { formatNumber } from '../format/number'
import type { FieldPlace } from '../i18n/labels'
import { getCommandTarget, type CommandTarget } from '../resource/UnsentCommandSection'
import { getEditableFields, type FormValues } from '../resource/form-values'

/**
 * The content of an unsent command by field, as a page would display it. `about`: the row it acts on, if no field names
 * it.
 */
export interface CommandContent {
  place: FieldPlace
  fields: Fields
  values: FormValues
  about: CommandTarget
}

/** A command that has not been completed: its content and its row. */
export type UnfinishedCommand = Pick<UnsentCommand, 'id' | 'op' | 'body' | 'photos' | 'resource' | 'entityId'>

/** Builds the displayed content of a command; null if no area of this version knows the command. */
export async function buildCommandContent(item: UnfinishedCommand, language: Language): Promise<CommandContent | null> {
  const area = findAreaOfOperation(item.op ?? '')
  const endpoint = area?.contract && getAreaEndpoints(await area.contract()).find((one) => one.name === item.op)
  if (!area || !endpoint) return null
  const waitingPhotoIds = new Set(item.photos.map(({ id }) => id))
  const displayedFields = getEditableFields(endpoint.input)
  // Photos that wait with the command are displayed as photos; empty fields of a new row are omitted.
  const names = Object.keys(displayedFields).filter(
    (name) =>
      name in item.body &&
      !areWaitingPhotos(item.body[name], waitingPhotoIds) &&
      (endpoint.partial || !isEmpty(item.body[name])),
  )
  const plain: DisplayableContent = {
    fields: Object.fromEntries(names.flatMap((name) => (displayedFields[name] ? [[name, displayedFields[name]]] : []))),
    values: item.body,
  }
  const readAs = (await area.contentFormatters?.())?.[endpoint.name]
  const { fields, values } = await addUnits(readAs ? await readAs(plain, language) : plain, item, language)
  return {
    place: { area: area.name, owner: getResourceName(endpoint) },
    fields,
    values,
    about: getCommandTarget(endpoint, item),
  }
}
/** Field kinds that hold user input; other fields of a command identify the row and the command. */
const ENTERED_KINDS = new Set<Field['kind']>([
  'text',
  'note',
  'integer',
  'amount',
  'day',
  'list',
  'series',
  'references',
  'image',
  'file',
  'custom',
])
/** Returns true if a command contains neither entered data nor photos; false for unknown commands. */
export async function isWithoutEntries({ op, body }: Pick<UnfinishedCommand, 'op' | 'body'>): Promise<boolean> {
  const area = findAreaOfOperation(op ?? '')
  const endpoint = area?.contract && getAreaEndpoints(await area.contract()).find((one) => one.name === op)
  if (!endpoint) return false
  return Object.entries(endpoint.input).every(
    ([name, { kind }]) => name === 'version' || !ENTERED_KINDS.has(kind) || isEmpty(body[name] ?? null),
  )
}
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
const areWaitingPhotos = (value: unknown, waitingPhotoIds: ReadonlySet<string>): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && waitingPhotoIds.has(one))

/** Adds units to amounts whose unit depends on a referenced row, if this phone has the row. */
async function addUnits(
  { fields, values }: DisplayableContent,
  item: UnfinishedCommand,
  language: Language,
): Promise<DisplayableContent> {
  const findUnit = await createUnitFinder()
  const writeWithUnit = (scope: Fields, line: FormValues, extra: readonly [string, string][]): DisplayableContent => {
    const unit = [
      ...Object.entries(scope).flatMap(([name, field]): [string, string][] =>
        field.kind === 'reference' ? [[field.to, String(line[name] ?? '')]] : [],
      ),
      ...extra,
    ]
      .map(([of, id]) => findUnit(of, id))
      .find(Boolean)
    const unitlessNames = unit
      ? Object.keys(scope).filter((name) => hasNoUnit(scope[name]) && typeof line[name] === 'number')
      : []
    const mapUnitless = <T>(make: (name: string) => T) =>
      Object.fromEntries(unitlessNames.map((name) => [name, make(name)]))
    return {
      fields: { ...scope, ...mapUnitless(() => text()) },
      values: {
        ...line,
        ...mapUnitless((name) => formatNumber(line[name] as number, { language, unit, decimals: 6 })),
      },
    }
  }
  const converted = writeWithUnit(
    fields,
    values,
    item.resource && item.entityId ? [[item.resource, item.entityId]] : [],
  )
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'list' || !Array.isArray(values[name])) continue
    const lines = (values[name] as FormValues[]).map((line) => writeWithUnit(field.of, line, []))
    converted.fields = {
      ...converted.fields,
      [name]: { ...field, of: Object.assign({}, field.of, ...lines.map((line) => line.fields)) as Fields },
    }
    converted.values = { ...converted.values, [name]: lines.map((line) => line.values) }
  }
  return converted
}
const hasNoUnit = (field: Field | undefined): boolean => field?.kind === 'amount' && field.unit === ''

/** Returns a function that finds the unit of a row's amounts, read once from the shift pack. */
async function createUnitFinder(): Promise<(of: string, id: string) => string | undefined> {
  const unitFieldByResource: Readonly<Record<string, string>> = Object.assign(
    {},
    ...getAreas().map((area) => area.unitFields ?? {}),
  )
  const store = await getPhone()
  const packs = await Promise.all(
    Object.entries(unitFieldByResource).map(
      async ([of, field]) =>
        [of, new Map((await store.packRows(of)).rows.map((row) => [String(row['id']), row[field]]))] as const,
    ),
  )
  const units = new Map(packs)
  return (of, id) => {
    const unit = units.get(of)?.get(id)
    return typeof unit === 'string' ? unit : undefined
  }
}
