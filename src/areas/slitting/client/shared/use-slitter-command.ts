import { useCallback } from 'react'
import type { Endpoint } from '@/contract/endpoint'
import { useCommand, type CommandRunner, type RunInput, type RunOptions } from '@/client/api/use-command'

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
): Pick<CommandRunner<In, Out>, 'busy'> & {
  execute: (input: RunInput<In>, options?: RunOptions) => Promise<Out | true | null>
} {
  const { run, busy } = useCommand(endpoint)
  const execute = useCallback(
    async (input: RunInput<In>, options: RunOptions = {}) => {
      const result = await run(input, { changedResources: CHANGED_RESOURCES, ...options })
      return result && (result.queued || result.data)
    },
    [run],
  )
  return { busy, execute }
}
