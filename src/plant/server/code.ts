import { refuse } from '@/contract/errno'
import { CODE_LENGTH, codeProblem, normaliseCode } from '../rules/code'

/** Returns the normalized code. @throws 6000 if it cannot be printed on a label */
export function cleanCode(code: string): string {
  const clean = normaliseCode(code)
  const problem = codeProblem(clean)
  if (problem) throw refuse(`plant:refusals.code.${problem}`, { limit: CODE_LENGTH })
  return clean
}

/** Returns the patch with its code, if it has one, normalized. */
export const coded = <P extends { code?: string }>(patch: P): P =>
  patch.code === undefined ? patch : { ...patch, code: cleanCode(patch.code) }
