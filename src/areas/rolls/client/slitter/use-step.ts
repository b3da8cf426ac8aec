import { useCallback } from 'react'
import type { Endpoint } from '@/contract/endpoint'
import type { CommandCallOptions } from '@/client/api/use-command'
import { useInstantCommand as useAnyStep } from '@/client/api/use-instant-command'

/** What a step at the slitter shows elsewhere. */
export const CHANGED = ['cutting', 'slitSet', 'slitRoll', 'jumboRoll', 'cutOrder', 'knife', 'package', 'workOrder']

/** A step at the slitter. Resolves to whether it was taken: what the server made of it, or that it is in this phone's outbox. */
export function useStep<In, Out>(
  endpoint: Endpoint<In, Out>,
): {
  busy: boolean
  take: (input: In, options?: CommandCallOptions & { done?: string }) => Promise<Out | true | null>
} {
  const { run, busy } = useAnyStep(endpoint)
  const take = useCallback(
    async (input: In, options: CommandCallOptions & { done?: string } = {}) => {
      const result = await run(input, { changes: CHANGED, ...options })
      return result && (result.queued || result.data)
    },
    [run],
  )
  return { busy, take }
}
