/** Fields that are `secret` are sealed when they are written; who needs one opens it, by the same place. */
import type { Resource } from '@/contract/resource'
import type { Application } from '../application'
import type { Context } from '../context'
import { toSnakeCase } from '../db/columns'
import type { Seals } from '../seals'
import type { KitContext } from './operations'
import { statementsOf } from './sql'

export const sealsOf = (ctx: Context): Seals => (ctx as KitContext).app.seals
const placeOf = (r: Pick<Resource, 'table'>, field: string): string => `${r.table}.${toSnakeCase(field)}`

/** The values as they are stored: what is secret among them sealed. */
export function sealedIn(seals: Seals, r: Resource, values: Record<string, unknown>): Record<string, unknown> {
  const { secrets } = statementsOf(r)
  const given = secrets.filter((name) => typeof values[name] === 'string' && values[name] !== '')
  if (given.length === 0) return values
  return {
    ...values,
    ...Object.fromEntries(given.map((name) => [name, seals.seal(values[name] as string, placeOf(r, name))])),
  }
}
/** What was written into a secret field; null also where the key is not here, which the start has told. */
export const openField = <R extends Resource>(
  app: Pick<Application, 'seals'>,
  r: R,
  field: keyof R['fields'] & string,
  sealed: string | null,
): string | null => (sealed === null ? null : app.seals.open(sealed, placeOf(r, field)))
