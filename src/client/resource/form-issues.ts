import type { Issue } from '@/contract/errno'
import type { Field, Fields } from '@/contract/field'
import type { UnsentCommand } from '../api/phone'
import type { FieldLabels } from '../i18n/labels'
import type { FieldPlace } from '../i18n/labels'
import type { FormValues } from './form-values'

/** A translated error at one field of a form. */
export interface FieldIssue {
  name: string
  label: string
  message: string
  /** Index of the row, if the field is a list. */
  row?: number
}

/**
 * Converts contract issues to form errors: each belongs to the outermost field of its path. Inside a list the message
 * names the row (by its first text, else its number) and the inner field. Issues outside the form's fields get the name
 * ''.
 */
export function toFieldIssues(
  issues: readonly Issue[],
  fields: Fields,
  place: FieldPlace,
  labels: FieldLabels,
  getRowLabel: (number: number) => string,
  values: Readonly<FormValues> = {},
): FieldIssue[] {
  return issues.map((issue) => {
    const [first, index, innerName] = issue.path
    const name = typeof first === 'string' && first in fields ? first : ''
    const field: Field | undefined = fields[name]
    const label = name ? labels.field(place, name) : ''
    const row = typeof index === 'number' && field?.kind === 'list' ? index : null
    const locationTexts =
      row !== null && field
        ? [
            getFirstRowText(field, values[name], row) ?? getRowLabel(row + 1),
            typeof innerName === 'string' ? labels.field({ ...place, list: name }, innerName) : '',
          ]
        : []
    const outsideTexts = name === '' && issue.path.length > 0 ? [issue.path.join('.')] : []
    const message = [...outsideTexts, ...locationTexts, labels.issue(issue)].filter(Boolean).join(' ')
    return { name, label, message, ...(row === null ? {} : { row }) }
  })
}
/** Returns the first text of a list's row; null if it has none. */
function getFirstRowText(field: Field, list: unknown, index: number): string | null {
  const row: unknown = Array.isArray(list) ? list[index] : null
  if (field.kind !== 'list' || typeof row !== 'object' || row === null) return null
  const texts = Object.entries(field.of).flatMap(([name, { kind }]) =>
    kind === 'text' ? [Reflect.get(row, name)] : [],
  )
  const firstText = texts.find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof firstText === 'string' ? firstText : null
}

/** Returns why a corrected command was refused: at the named fields, else as one message for the form. */
export function getRefusalIssues(
  unsent: UnsentCommand | undefined,
  toIssues: (issues: readonly Issue[]) => FieldIssue[],
): FieldIssue[] {
  const refusal = unsent?.lastError
  if (!refusal || refusal.kind === 'conflict') return [] // a conflict has a screen of its own
  const issues = toIssues(refusal.issues)
  return issues.length > 0 || !refusal.message ? issues : [{ name: '', label: '', message: refusal.message }]
}

/** Converts issues for antd-mobile's Form: includes every field, so that corrected ones lose their error. */
export function toFormErrors(
  issues: readonly FieldIssue[],
  names: readonly string[],
): { name: string; errors: string[] }[] {
  return names.map((name) => ({
    name,
    errors: issues.filter((issue) => issue.name === name).map((issue) => issue.message),
  }))
}
