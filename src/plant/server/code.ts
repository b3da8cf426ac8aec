import { refuse } from '@/contract/errno'
import { MAX_CODE_LENGTH, validateCode, normalizeCode } from '../rules/code'

/** Returns the normalized code. @throws errno.message if it cannot be printed on a label */
export function cleanCode(code: string): string {
  const normalizedCode = normalizeCode(code)
  const problem = validateCode(normalizedCode)
  if (problem) throw refuse(`plant:refusals.code.${problem}`, { limit: MAX_CODE_LENGTH })
  return normalizedCode
}

/** Returns the patch with its code, if it has one, normalized. */
export const withCleanCode = <P extends { code?: string }>(patch: P): P =>
  patch.code === undefined ? patch : { ...patch, code: cleanCode(patch.code) }
