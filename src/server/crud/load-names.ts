import type { Context } from '../context'
import { loadResourceNames } from './refs'
import { toListScope } from './list-scope'

/** Loads display names of rows of a resource by id. */
export const loadNames = (
  ctx: Context,
  resource: string,
  ids: readonly (string | null | undefined)[],
): Promise<Record<string, string>> =>
  loadResourceNames(toListScope(ctx), resource, [...new Set(ids.flatMap((id) => id ?? []))])
/** Loads display names of the rows that a field of other rows refers to. */
export const loadReferencedNames = <F extends string>(
  ctx: Context,
  resource: string,
  rows: readonly { readonly [K in F]?: string | null | undefined }[],
  field: F,
): Promise<Record<string, string>> =>
  loadNames(
    ctx,
    resource,
    rows.map((row) => row[field]),
  )
