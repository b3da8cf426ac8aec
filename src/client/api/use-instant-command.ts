import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { getPlantMoment } from '../clock'
import { ApiError } from './api-error'
import { notify } from './notify'
import { getPhone } from './phone'
import { notifySaved } from './notify-saved'
import { useSendCommand, type CommandCallOptions, type CommandResult } from './use-command'

interface InstantCommandOptions extends CommandCallOptions {
  /** Message after success, in place of "saved". */
  savedMessage?: string
}
export interface InstantCommand<In, Out> {
  busy: boolean
  /** Why the last `quiet` run was refused, else null. The next run or `clearRefusal` clears it. */
  refusalMessage: string | null
  clearRefusal: () => void
  /** Resolves to null if the command is refused. A command that still waits in the outbox gets a note saying so. */
  run: (input: In, options?: InstantCommandOptions) => Promise<CommandResult<Out> | null>
}

/** Runs a command with one tap and shows the result. `occurredAt` defaults to now if the command asks for it. */
export function useInstantCommand<In, Out>(endpoint: Endpoint<In, Out>): InstantCommand<In, Out> {
  const { t } = useTranslation('client')
  const send = useSendCommand(endpoint)
  const [busy, setBusy] = useState(false)
  const [refusalMessage, setRefusalMessage] = useState<string | null>(null)
  const inputsInFlight = useRef(new Set<string>())
  const run = useCallback<InstantCommand<In, Out>['run']>(
    async (input, { savedMessage, ...options } = {}) => {
      const inputJson = JSON.stringify(input)
      if (inputsInFlight.current.has(inputJson)) return null // a second tap before the button was rendered as busy
      inputsInFlight.current.add(inputJson)
      setBusy(true)
      setRefusalMessage(null)
      try {
        const getOccurredAt = async () => (endpoint.offline ? (await getPhone()).getMoment() : getPlantMoment())
        const body = 'occurredAt' in endpoint.input ? { occurredAt: await getOccurredAt(), ...input } : input
        const result = await send(body, options)
        void notifySaved(t, result, savedMessage)
        return result
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        // `send` has already shown a refusal unless `quiet`. An error of the phone's storage was shown by nobody.
        if (options.quiet) setRefusalMessage(message)
        else if (!(error instanceof ApiError && error.wasNotified))
          void notify(`${t('resource.notSaved')}: ${message}`, 'fail')
        return null
      } finally {
        inputsInFlight.current.delete(inputJson)
        setBusy(false)
      }
    },
    [endpoint, send, t],
  )
  const clearRefusal = useCallback(() => setRefusalMessage(null), [])
  return { busy, refusalMessage, clearRefusal, run }
}
