import { getEmptyValue } from '@/contract/field'
import type { Resource, Row, RowBase } from '@/contract/resource'
import { toMoment } from '@/plant/rules/plant-time'

/** A row as the demonstration writes it. Omitted fields are stored empty. */
export type RowDraft<R> = Partial<Omit<Row<R>, keyof RowBase>> & Pick<RowBase, 'id'> & Partial<RowBase>
type RowResource<R> = R extends Resource<string, infer _F, infer _O> ? R : never

/** Rows of one resource, in the order in which they must be stored. */
export interface RowBatch {
  readonly resource: Resource
  readonly rows: readonly Record<string, unknown>[]
}

/** Pairs a resource with rows of matching type. */
export function toBatch<R>(resource: RowResource<R>, rows: readonly RowDraft<R>[]): RowBatch {
  return { resource, rows }
}

/**
 * Builds the creation and change fields of a row.
 *
 * @param createdMs creation time, ms since 1970
 * @param changedMs time of the last change, ms since 1970
 */
export function buildAuditFields(createdMs: number, userId: string | null, changedMs = createdMs) {
  const createdAt = toMoment(createdMs)
  return {
    createdAt,
    updatedAt: changedMs === createdMs ? createdAt : toMoment(changedMs),
    createdBy: userId,
    version: changedMs > createdMs ? 2 : 1,
  }
}

/** Completes a row with empty values for the fields that it omits. */
export function completeRow<R extends Resource>(resource: R, row: Readonly<Record<string, unknown>>): Row<R> {
  const completed: Record<string, unknown> = {
    id: row['id'],
    version: row['version'] ?? 1,
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'] ?? row['createdAt'],
    createdBy: row['createdBy'] ?? null,
  }
  for (const [name, field] of Object.entries(resource.fields)) completed[name] = row[name] ?? getEmptyValue(field)
  return completed as Row<R>
}
