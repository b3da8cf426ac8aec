/** Secret fields are sealed when written. Sealing and opening use the same place: table and column. */
import type { Resource } from '@/contract/resource'
import type { Application } from '../application'
import type { Context } from '../context'
import { toSnakeCase } from '../db/columns'
import type { Seals } from '../seals'
import type { KitContext } from './operations'
import { getStatements } from './statements'

/** Returns the application's seals. */
export const getSeals = (ctx: Context): Seals => (ctx as KitContext).app.seals
const getSealPlace = (r: Pick<Resource, 'table'>, field: string): string => `${r.table}.${toSnakeCase(field)}`

/** Returns the values with all secret fields sealed. */
export function sealSecretFields(seals: Seals, r: Resource, values: Record<string, unknown>): Record<string, unknown> {
  const { secrets } = getStatements(r)
  const filledSecrets = secrets.filter((name) => typeof values[name] === 'string' && values[name] !== '')
  if (filledSecrets.length === 0) return values
  return {
    ...values,
    ...Object.fromEntries(
      filledSecrets.map((name) => [name, seals.seal(values[name] as string, getSealPlace(r, name))]),
    ),
  }
}
/** Opens a secret field. Null also if the key to open it is missing, which the server logs at start. */
export const openSealedField = <R extends Resource>(
  app: Pick<Application, 'seals'>,
  r: R,
  field: keyof R['fields'] & string,
  sealed: string | null,
): string | null => (sealed === null ? null : app.seals.open(sealed, getSealPlace(r, field)))
