import type { Issue } from '@/contract/errno'
import type { Field, Fields } from '@/contract/field'
import type { Unsent } from '../api/phone'
import type { Labels } from '../i18n/labels'
import type { FieldPlace } from '../i18n/labels'

/** What is wrong at one field of a form, in the person's language. */
export interface FieldIssue {
  name: string
  label: string
  message: string
}

/**
 * The one adapter from contract issues to a form: each issue stands at the outermost field of its path; inside a list the
 * sentence names the row and the inner field. Issues that concern no field of the form come back under the name ''.
 */
export function fieldIssues(
  issues: readonly Issue[],
  fields: Fields,
  place: FieldPlace,
  labels: Labels,
  rowWord: (number: number) => string,
): FieldIssue[] {
  return issues.map((issue) => {
    const [first, index, inner] = issue.path
    const name = typeof first === 'string' && first in fields ? first : ''
    const field: Field | undefined = fields[name]
    const label = name ? labels.field(place, name) : ''
    const where =
      typeof index === 'number' && field?.kind === 'list'
        ? [rowWord(index + 1), typeof inner === 'string' ? labels.field({ ...place, list: name }, inner) : '']
        : []
    const outside = name === '' && issue.path.length > 0 ? [issue.path.join('.')] : []
    return { name, label, message: [...outside, ...where, labels.issue(issue)].filter(Boolean).join(' ') }
  })
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
