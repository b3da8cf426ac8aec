import { useCallback } from 'react'
import type { Endpoint } from '@/contract/endpoint'
import type { CommandCallOptions } from '@/client/api/use-command'
import { useInstantCommand } from '@/client/api/use-instant-command'

/** Resources that a slitter command changes. */
export const CHANGED_RESOURCES = [
  'cutting',
  'slitSet',
  'slitRoll',
  'jumboRoll',
  'cutOrder',
  'knife',
  'package',
  'workOrder',
]

/**
 * Runs a slitter command. Resolves to the server's answer, true if the command is queued in the outbox, or null if it
 * was refused.
 */
export function useSlitterCommand<In, Out>(
  endpoint: Endpoint<In, Out>,
): {
  busy: boolean
  execute: (input: In, options?: CommandCallOptions & { savedMessage?: string }) => Promise<Out | true | null>
} {
  const { run, busy } = useInstantCommand(endpoint)
  const execute = useCallback(
    async (input: In, options: CommandCallOptions & { savedMessage?: string } = {}) => {
      const result = await run(input, { changedResources: CHANGED_RESOURCES, ...options })
      return result && (result.queued || result.data)
    },
    [run],
  )
  return { busy, execute }
}
