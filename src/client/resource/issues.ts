import type { Issue } from '@/contract/errno'
import type { Field, Fields } from '@/contract/field'
import type { Unsent } from '../api/phone'
import type { Labels } from '../i18n/labels'
import type { FieldPlace } from '../i18n/labels'
import type { Values } from './values'

/** What is wrong at one field of a form, in the person's language. */
export interface FieldIssue {
  name: string
  label: string
  message: string
  /** The row that is meant, of a list that stands at the field. */
  row?: number
}

/**
 * The one adapter from contract issues to a form: each issue stands at the outermost field of its path; inside a list the
 * sentence names the row (by its first text where it has one, else by its number) and the inner field. Issues that concern no field of the form come back under the name ''.
 */
export function fieldIssues(
  issues: readonly Issue[],
  fields: Fields,
  place: FieldPlace,
  labels: Labels,
  rowWord: (number: number) => string,
  values: Readonly<Values> = {},
): FieldIssue[] {
  return issues.map((issue) => {
    const [first, index, inner] = issue.path
    const name = typeof first === 'string' && first in fields ? first : ''
    const field: Field | undefined = fields[name]
    const label = name ? labels.field(place, name) : ''
    const row = typeof index === 'number' && field?.kind === 'list' ? index : null
    const where =
      row !== null && field
        ? [
            textOf(field, values[name], row) ?? rowWord(row + 1),
            typeof inner === 'string' ? labels.field({ ...place, list: name }, inner) : '',
          ]
        : []
    const outside = name === '' && issue.path.length > 0 ? [issue.path.join('.')] : []
    const message = [...outside, ...where, labels.issue(issue)].filter(Boolean).join(' ')
    return { name, label, message, ...(row === null ? {} : { row }) }
  })
}
/** The first text of a row of a list as it is entered; null where it has none. */
function textOf(field: Field, list: unknown, index: number): string | null {
  const row: unknown = Array.isArray(list) ? list[index] : null
  if (field.kind !== 'list' || typeof row !== 'object' || row === null) return null
  const texts = Object.entries(field.of).flatMap(([name, { kind }]) =>
    kind === 'text' ? [Reflect.get(row, name)] : [],
  )
  const first = texts.find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof first === 'string' ? first : null
}

/** Why a command that is corrected was not taken: at its fields where those were named, else as one sentence over the form. */
export function refusalIssues(
  unsent: Unsent | undefined,
  at: (issues: readonly Issue[]) => FieldIssue[],
): FieldIssue[] {
  const refused = unsent?.lastError
  if (!refused || refused.kind === 'conflict') return [] // a conflict has a screen of its own
  const named = at(refused.issues)
  return named.length > 0 || !refused.message ? named : [{ name: '', label: '', message: refused.message }]
}

/** The issues as antd-mobile's Form takes them: every field of the form, so that mended ones lose their error. */
export function formErrors(
  issues: readonly FieldIssue[],
  names: readonly string[],
): { name: string; errors: string[] }[] {
  return names.map((name) => ({
    name,
    errors: issues.filter((issue) => issue.name === name).map((issue) => issue.message),
  }))
}
