import { getAreaEndpoints } from '@/contract/area'
import { text, type Field, type Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import { findAreaOfOperation, getAreas } from '../area-registry'
import type { DisplayableContent } from '../area'
import { getResourceName } from '@/client/api/query-client'
import { getPhoneStore, type UnsentCommand } from '../api/phone'
import { formatNumber } from '../format/number'
import type { FieldPlace } from '../i18n/labels'
import { getCommandTarget, type CommandTarget } from '../resource/UnsentCommandSection'
import { getEditableFields, type FormValues } from '../resource/form-values'

/**
 * The content of an unsent command by field, as a page would display it. `target` is the row it acts on, if no field
 * names the row.
 */
export interface CommandContent {
  place: FieldPlace
  fields: Fields
  values: FormValues
  target: CommandTarget
}

/** A command that has not been completed: its content and its row. */
export type UnfinishedCommand = Pick<UnsentCommand, 'id' | 'op' | 'body' | 'photos' | 'resource' | 'entityId'>

/** Builds the displayed content of a command; null if no area of this version knows the command. */
export async function buildCommandContent(
  command: UnfinishedCommand,
  language: Language,
): Promise<CommandContent | null> {
  const area = findAreaOfOperation(command.op ?? '')
  const endpoint =
    area?.contract && getAreaEndpoints(await area.contract()).find((candidate) => candidate.name === command.op)
  if (!area || !endpoint) return null
  const waitingPhotoIds = new Set(command.photos.map(({ id }) => id))
  const displayedFields = getEditableFields(endpoint.input)
  // Omits photos that wait with the command, because the card displays them itself, and empty fields of a new row.
  const names = Object.keys(displayedFields).filter(
    (name) =>
      name in command.body &&
      !areWaitingPhotos(command.body[name], waitingPhotoIds) &&
      (endpoint.partial || !isEmpty(command.body[name])),
  )
  const plainContent: DisplayableContent = {
    fields: Object.fromEntries(names.flatMap((name) => (displayedFields[name] ? [[name, displayedFields[name]]] : []))),
    values: command.body,
  }
  const formatContent = (await area.contentFormatters?.())?.[endpoint.name]
  const { fields, values } = await addUnits(
    formatContent ? await formatContent(plainContent, language) : plainContent,
    command,
    language,
  )
  return {
    place: { area: area.name, owner: getResourceName(endpoint) },
    fields,
    values,
    target: getCommandTarget(endpoint, command),
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
export async function hasNoEntries({ op, body }: Pick<UnfinishedCommand, 'op' | 'body'>): Promise<boolean> {
  const area = findAreaOfOperation(op ?? '')
  const endpoint = area?.contract && getAreaEndpoints(await area.contract()).find((candidate) => candidate.name === op)
  if (!endpoint) return false
  return Object.entries(endpoint.input).every(
    ([name, { kind }]) => name === 'version' || !ENTERED_KINDS.has(kind) || isEmpty(body[name] ?? null),
  )
}
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
const areWaitingPhotos = (value: unknown, waitingPhotoIds: ReadonlySet<string>): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string' && waitingPhotoIds.has(id))

/** Amounts are displayed exactly as entered, up to this number of decimals. */
const MAX_DECIMALS = 6
/**
 * Adds units to amounts whose unit depends on a referenced row, if this phone has the row. Such an amount becomes a text
 * that contains number and unit.
 */
async function addUnits(
  { fields, values }: DisplayableContent,
  command: UnfinishedCommand,
  language: Language,
): Promise<DisplayableContent> {
  const findUnit = await createUnitFinder()
  /** Formats the amounts of the command or of one entry of its lists. */
  const formatWithUnit = (
    fieldScope: Fields,
    record: FormValues,
    extraReferences: readonly [string, string][],
  ): DisplayableContent => {
    const unit = [
      ...Object.entries(fieldScope).flatMap(([name, field]): [string, string][] =>
        field.kind === 'reference' ? [[field.to, String(record[name] ?? '')]] : [],
      ),
      ...extraReferences,
    ]
      .map(([resource, id]) => findUnit(resource, id))
      .find(Boolean)
    const unitlessNames = unit
      ? Object.keys(fieldScope).filter((name) => hasNoUnit(fieldScope[name]) && typeof record[name] === 'number')
      : []
    const mapUnitless = <T>(make: (name: string) => T) =>
      Object.fromEntries(unitlessNames.map((name) => [name, make(name)]))
    return {
      fields: { ...fieldScope, ...mapUnitless(() => text()) },
      values: {
        ...record,
        ...mapUnitless((name) => formatNumber(record[name] as number, { language, unit, decimals: MAX_DECIMALS })),
      },
    }
  }
  const result = formatWithUnit(
    fields,
    values,
    command.resource && command.entityId ? [[command.resource, command.entityId]] : [],
  )
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'list' || !Array.isArray(values[name])) continue
    const entries = (values[name] as FormValues[]).map((entry) => formatWithUnit(field.of, entry, []))
    result.fields = {
      ...result.fields,
      [name]: { ...field, of: Object.assign({}, field.of, ...entries.map((entry) => entry.fields)) as Fields },
    }
    result.values = { ...result.values, [name]: entries.map((entry) => entry.values) }
  }
  return result
}
const hasNoUnit = (field: Field | undefined): boolean => field?.kind === 'amount' && field.unit === ''

/** Returns a function that finds the unit of a row's amounts, read once from the shift pack. */
async function createUnitFinder(): Promise<(resource: string, id: string) => string | undefined> {
  const unitFieldByResource: Readonly<Record<string, string>> = Object.assign(
    {},
    ...getAreas().map((area) => area.unitFields ?? {}),
  )
  const store = await getPhoneStore()
  const packs = await Promise.all(
    Object.entries(unitFieldByResource).map(
      async ([resource, field]) =>
        [
          resource,
          new Map((await store.loadPackRows(resource)).rows.map((row) => [String(row['id']), row[field]])),
        ] as const,
    ),
  )
  const units = new Map(packs)
  return (resource, id) => {
    const unit = units.get(resource)?.get(id)
    return typeof unit === 'string' ? unit : undefined
  }
}
