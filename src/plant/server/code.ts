import { refuse } from '@/contract/errno'
import { CODE_LENGTH, codeProblem, normaliseCode } from '../rules/code'

/** A code in its one spelling. Refuses what could not stand on a label. */
export function cleanCode(code: string): string {
  const clean = normaliseCode(code)
  const problem = codeProblem(clean)
  if (problem) throw refuse(`plant:refusals.code.${problem}`, { limit: CODE_LENGTH })
  return clean
}

/** A change with its code, if it names one, in the one spelling. */
export const coded = <P extends { code?: string }>(patch: P): P =>
  patch.code === undefined ? patch : { ...patch, code: cleanCode(patch.code) }
