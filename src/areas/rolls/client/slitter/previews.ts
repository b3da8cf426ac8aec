import type { Preview } from '@/offline/overlay'
import { collocationText } from '@/areas/rolls/rules/collocation'

type Fields = Record<string, unknown>

/** What the slitter's commands make of a cutting until the server has spoken. */
export const slittingPreviews: Readonly<Record<string, Preview>> = {
  'cutting.start': (row, body, op) => ({
    version: 1,
    createdAt: op.occurredAt,
    updatedAt: op.occurredAt,
    createdBy: op.userId,
    sets: 0,
    slitKg: null,
    endedAt: null,
    gapReason: null,
    ...row,
    ...body,
    state: 'open',
    startedAt: body['occurredAt'] ?? op.occurredAt,
    collocation: collocationText((body['lanes'] ?? []) as { width: number; count: number }[]),
    jumboRollId: body['jumboRollId'] ?? null,
  }),
  'slitSet.doff': (row) => (row ? { ...row, sets: Number(row['sets'] ?? 0) + 1 } : null),
  'slitSet.edit': (row) => row ?? null,
  'cutting.finish': (row, body: Fields, op) =>
    row
      ? {
          ...row,
          state: 'finished',
          endedAt: body['occurredAt'] ?? op.occurredAt,
          trimKg: body['trimKg'] ?? null,
          wasteKg: body['wasteKg'] ?? null,
          gapReason: body['gapReason'] ?? null,
        }
      : null,
  'slitSet.recycle': (row) => row ?? null,
}
