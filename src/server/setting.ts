import * as z from 'zod/mini'

/** One setting: its sources, its valid values and its line in `--help`. */
export interface SettingDefinition {
  env: string
  flag: string
  fallback: string
  help: string
  schema: z.ZodMiniType<unknown, string>
}
export const textSchema = z.string()

/** A setting that is missing or invalid; the message tells the operator what to change. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}
