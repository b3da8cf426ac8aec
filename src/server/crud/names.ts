import type { Context } from '../context'
import { namesOf } from './refs'
import { scopeOf } from './scope'

/** Loads display names of rows of a resource by id. */
export const namesIn = (
  ctx: Context,
  resource: string,
  ids: readonly (string | null | undefined)[],
): Promise<Record<string, string>> => namesOf(scopeOf(ctx), resource, [...new Set(ids.flatMap((id) => id ?? []))])
/** Loads display names of the rows that a field of other rows refers to. */
export const namesAt = <F extends string>(
  ctx: Context,
  resource: string,
  rows: readonly { readonly [K in F]?: string | null | undefined }[],
  field: F,
): Promise<Record<string, string>> =>
  namesIn(
    ctx,
    resource,
    rows.map((row) => row[field]),
  )
