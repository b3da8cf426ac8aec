import { getEmptyValue } from '@/contract/field'
import type { Resource, Row, RowBase } from '@/contract/resource'
import { toMoment } from '@/plant/rules/plant-time'

/** A row as the demonstration writes it: what is left out is stored empty. */
export type Draft<R> = Partial<Omit<Row<R>, keyof RowBase>> & Pick<RowBase, 'id'> & Partial<RowBase>
type Rowed<R> = R extends Resource<string, infer _F, infer _O> ? R : never

/** Rows of one resource, in the order in which they are to be stored. */
export interface Batch {
  readonly resource: Resource
  readonly rows: readonly Record<string, unknown>[]
}

/** A batch whose rows fit the resource. */
export function batch<R>(resource: Rowed<R>, rows: readonly Draft<R>[]): Batch {
  return { resource: resource, rows }
}

/** When a row was made and last changed, milliseconds since 1970, and by whom. */
export function stamps(made: number, by: string | null, changed = made) {
  const createdAt = toMoment(made)
  return {
    createdAt,
    updatedAt: changed === made ? createdAt : toMoment(changed),
    createdBy: by,
    version: changed > made ? 2 : 1,
  }
}

/** A row with every field of its resource, as it is stored. */
export function complete<R extends Resource>(resource: R, row: Readonly<Record<string, unknown>>): Row<R> {
  const full: Record<string, unknown> = {
    id: row['id'],
    version: row['version'] ?? 1,
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'] ?? row['createdAt'],
    createdBy: row['createdBy'] ?? null,
  }
  for (const [name, field] of Object.entries(resource.fields)) full[name] = row[name] ?? getEmptyValue(field)
  return full as Row<R>
}
