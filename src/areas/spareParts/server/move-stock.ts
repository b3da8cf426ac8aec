import type { HandlerEntry } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { moveStock } from '../contract/spare-part'
import { toPartMovement } from '../rules/stock'
import { bookMovement } from './queries/book-movement'

/** POST /spare/move: books a movement. */
export const stockMoveHandler: HandlerEntry = handleCommand(moveStock, ({ ctx, input, occurredAt }) =>
  bookMovement(ctx, {
    ...(input.id ? { id: input.id } : {}),
    partId: input.partId,
    movement: toPartMovement(input),
    occurredAt,
    reason: input.reason ?? null,
    repairId: input.repairId ?? null,
  }),
)
