import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { savedText } from '@/client/api/saved'
import { useCommand, type CommandOptions } from '@/client/api/use-command'

/** What a step at the slitter shows elsewhere. */
const CHANGED = ['cutting', 'slitSet', 'slitRoll', 'jumboRoll', 'cutOrder', 'knife', 'package', 'workOrder']

/** One step of a person: done, or said why not. Resolves to whether it was taken (by the server, or by this phone's outbox). */
export function useStep<In, Out>(
  endpoint: Endpoint<In, Out>,
): { busy: boolean; take: (input: In, options?: CommandOptions & { done?: string }) => Promise<Out | true | null> } {
  const { t } = useTranslation('client')
  const { run, busy } = useCommand(endpoint)
  const take = useCallback(
    async (input: In, { done, ...options }: CommandOptions & { done?: string } = {}) => {
      try {
        const result = await run(input, { changes: CHANGED, ...options })
        void notify(done ?? t(savedText(result)), 'success')
        return result.queued ? true : result.data
      } catch (error) {
        // A refusal has been told by the call; what the phone itself could not keep has not.
        if (endpoint.offline) void notify(error instanceof Error ? error.message : String(error), 'fail')
        return null
      }
    },
    [run, t, endpoint],
  )
  return { busy, take }
}
