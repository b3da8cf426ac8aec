import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { getPlantMoment } from '../clock'
import { ApiError, isServerUnreachable } from './api-error'
import { notify } from './notify'
import { getPhoneStore, type UnsentCommand } from './phone'
import { notifySaved } from './notify-saved'
import { buildInputKey, useSendCommand, type CommandCallOptions, type CommandResult } from './use-send-command'

export interface RunOptions extends CommandCallOptions {
  /** Message after success, in place of "saved"; null if the caller shows the success. */
  savedMessage?: string | null
  /**
   * The unsent command of this phone that the input corrects: the input replaces its body, and no new command is sent.
   */
  unsent?: UnsentCommand | undefined
  /** Called with the error of a refused or failed run, for callers that need more than its message. */
  onRefused?: (error: Error) => void
}
/** The input of a run: `occurredAt` may be left out. */
export type RunInput<In> = In extends { occurredAt: infer T } ? Omit<In, 'occurredAt'> & { occurredAt?: T } : In
export interface CommandRunner<In, Out> {
  busy: boolean
  /** Why the last `quiet` run was refused, else null. The next run or `clearRefusal` clears it. */
  refusalMessage: string | null
  clearRefusal: () => void
  /**
   * Never rejects: resolves to null if the command is refused, which a toast shows unless `quiet`. If the command waits
   * in the outbox, the toast says so.
   */
  run: (input: RunInput<In>, options?: RunOptions) => Promise<CommandResult<Out> | null>
}

/**
 * Runs a writing endpoint and shows the result. `occurredAt` defaults to now if the endpoint asks for it. A second tap
 * with the same input, while the first one is running, does nothing.
 */
export function useCommand<In, Out>(endpoint: Endpoint<In, Out>): CommandRunner<In, Out> {
  const { t } = useTranslation('client')
  const send = useSendCommand(endpoint)
  const [busy, setBusy] = useState(false)
  const [refusalMessage, setRefusalMessage] = useState<string | null>(null)
  const inputsInFlight = useRef(new Set<string>())
  const unansweredRef = useRef<{ inputKey: string; occurredAt: string } | null>(null)
  const run = useCallback<CommandRunner<In, Out>['run']>(
    async (input, { savedMessage, unsent, onRefused, ...options } = {}) => {
      const inputKey = buildInputKey(input, options)
      if (inputsInFlight.current.has(inputKey)) return null // a second tap before the button was rendered as busy
      inputsInFlight.current.add(inputKey)
      setBusy(true)
      setRefusalMessage(null)
      /** A retry after a lost answer sends the same time, so that the server recognizes the command. */
      const getOccurredAt = async () => {
        if (unansweredRef.current?.inputKey === inputKey) return unansweredRef.current.occurredAt
        const occurredAt = endpoint.offline ? (await getPhoneStore()).getServerTime() : getPlantMoment()
        unansweredRef.current = { inputKey, occurredAt }
        return occurredAt
      }
      try {
        const result = unsent
          ? await editUnsent(unsent, input, options.baseVersion)
          : await send(
              ('occurredAt' in endpoint.input ? { occurredAt: await getOccurredAt(), ...input } : input) as In,
              options,
            )
        unansweredRef.current = null
        if (savedMessage !== null) void notifySaved(t, result, savedMessage)
        return result
      } catch (error) {
        if (!isServerUnreachable(error)) unansweredRef.current = null
        const message = error instanceof Error ? error.message : String(error)
        // `send` has already shown a refusal unless `quiet`, but it does not show errors of the phone's storage.
        if (options.quiet) setRefusalMessage(message)
        else if (!(error instanceof ApiError && error.wasNotified))
          void notify(`${t('resource.notSaved')}: ${message}`, 'fail')
        onRefused?.(error instanceof Error ? error : new Error(message))
        return null
      } finally {
        inputsInFlight.current.delete(inputKey)
        setBusy(false)
      }
    },
    [endpoint, send, t],
  )
  const clearRefusal = useCallback(() => setRefusalMessage(null), [])
  return { busy, refusalMessage, clearRefusal, run }
}

/** Replaces the input of a command that waits in the outbox; keeps values that the new input does not contain. */
async function editUnsent(
  unsent: UnsentCommand,
  input: unknown,
  baseVersion: number | undefined,
): Promise<{ queued: true; id: string }> {
  await (await getPhoneStore()).edit(unsent.id, { ...unsent.body, ...(input as Record<string, unknown>) }, baseVersion)
  return { queued: true, id: unsent.id }
}
