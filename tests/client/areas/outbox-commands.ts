import type { AreaContract } from '@/contract/area'
import { buildAreaPreviews } from '@/offline/command-preview'
import type { OutboxRow } from '@/offline/database'
import { overlayRows } from '@/offline/overlay'
import { ME } from './rounds/plant'

let seq = 0
/** A command in the outbox of a phone, not yet sent. */
export const createOp = (
  name: string,
  resource: string,
  entityId: string,
  body: Record<string, unknown>,
  more: Partial<OutboxRow> = {},
): OutboxRow => ({
  id: `op${++seq}`,
  userId: ME,
  clientId: 'c',
  seq,
  resource,
  entityId,
  idField: 'id',
  entityKey: `${resource}:${entityId}`,
  creates: 0,
  dependsOn: [],
  op: name,
  schemaVersion: 1,
  body,
  baseVersion: null,
  occurredAt: '2026-11-20T03:00:00.000Z',
  state: 'pending',
  attempts: 0,
  settled: false,
  sentAt: 0,
  nextAttemptAt: 0,
  serverErrors: 0,
  firstErrorAt: 0,
  alone: false,
  lastError: null,
  ...more,
})
/** Returns a function that lays the commands of an area over a row of a resource, or over none. */
export function createOverlay(contract: AreaContract) {
  const previews = buildAreaPreviews(contract)
  return (resource: string, row: { id: string } | null, ops: OutboxRow[]) =>
    overlayRows(resource, row ? [row] : [], ops, { previews })[0] as Record<string, unknown> | undefined
}
