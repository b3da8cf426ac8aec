import type { Issue } from '@/contract/errno'
import { CellIssue } from './cell-values'
import type { Heading } from './headings'

/** Checks a value of a custom column. Such columns have no schema here, so kind and options are checked directly. */
export function checkCustomValue(
  heading: Heading,
  value: unknown,
): { value: unknown; issue?: Pick<Issue, 'code' | 'params'> } {
  if (value instanceof CellIssue) return { value: null, issue: { code: value.code, params: { ...value.params } } }
  if (value === null) return heading.isRequired ? { value, issue: { code: 'missing' } } : { value }
  if (heading.kind === 'amount' && typeof value !== 'number') return { value, issue: { code: 'notNumber' } }
  if (heading.kind === 'flag' && typeof value !== 'boolean') return { value, issue: { code: 'wrongType' } }
  if (heading.kind === 'choice' && ![...(heading.options?.values() ?? [])].includes(value as string))
    return { value, issue: { code: 'notAnOption' } }
  return { value }
}
