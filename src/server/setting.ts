import * as z from 'zod/mini'

/** One setting: where it comes from, what it may be, and the line that `--help` prints of it. */
export interface Setting {
  env: string
  flag: string
  fallback: string
  help: string
  check: z.ZodMiniType<unknown, string>
}
export const textual = z.string()

export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}
