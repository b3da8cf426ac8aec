import type { AreaContract } from '@/contract/area'
import { buildAreaPreviews } from '@/offline/command-preview'
import type { OutboxRow } from '@/offline/database'
import { overlayRows } from '@/offline/overlay'
import { ME } from './rounds/plant'

let seq = 0
/** Creates a command that is in the outbox of a phone and has not been sent. */
export const createOp = (
  name: string,
  resource: string,
  entityId: string,
  body: Record<string, unknown>,
  overrides: Partial<OutboxRow> = {},
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
  ...overrides,
})
/**
 * Returns a function that applies the unsent commands of an area to a row as the phone displays it. A null row stands for one that
 * only exists in the commands.
 */
export function createOverlay(contract: AreaContract) {
  const previews = buildAreaPreviews(contract)
  return (resource: string, row: { id: string } | null, ops: OutboxRow[]) =>
    overlayRows(resource, row ? [row] : [], ops, { previews })[0] as Record<string, unknown> | undefined
}
