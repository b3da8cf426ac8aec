import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { getPlantMoment } from '../clock'
import { ApiError } from './api-error'
import { notify } from './notify'
import { getPhone } from './phone'
import { notifySaved } from './notify-saved'
import { useSendCommand, type CommandCallOptions, type CommandResult } from './use-command'

export interface InstantCommand<In, Out> {
  busy: boolean
  /** Message of the last refusal of a `quiet` attempt; until retried or closed. */
  refused: string | null
  clearRefusal: () => void
  /**
   * Resolves to null if refused, after the error was shown. `done` replaces the "saved" message; where the command
   * waits is added.
   */
  run: (input: In, options?: CommandCallOptions & { done?: string }) => Promise<CommandResult<Out> | null>
}

/** Runs a command with one tap and shows the result. `occurredAt` defaults to now if the command asks for it. */
export function useInstantCommand<In, Out>(endpoint: Endpoint<In, Out>): InstantCommand<In, Out> {
  const { t } = useTranslation('client')
  const send = useSendCommand(endpoint)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const running = useRef(new Set<string>())
  const run = useCallback<InstantCommand<In, Out>['run']>(
    async (input, { done, ...options } = {}) => {
      const inputJson = JSON.stringify(input)
      if (running.current.has(inputJson)) return null // a second tap before the button was rendered as busy
      running.current.add(inputJson)
      setBusy(true)
      setRefused(null)
      try {
        const getNow = async () => (endpoint.offline ? (await getPhone()).moment() : getPlantMoment())
        const body = 'occurredAt' in endpoint.input ? { occurredAt: await getNow(), ...input } : input
        const result = await send(body, options)
        void notifySaved(t, result, done)
        return result
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        // Refusals were shown by the call or are displayed here; a failure of the phone's store has not been shown yet.
        if (options.quiet) setRefused(message)
        else if (!(error instanceof ApiError && error.wasNotified))
          void notify(`${t('resource.notSaved')}: ${message}`, 'fail')
        return null
      } finally {
        running.current.delete(inputJson)
        setBusy(false)
      }
    },
    [endpoint, send, t],
  )
  const close = useCallback(() => setRefused(null), [])
  return { busy, refused, clearRefusal: close, run }
}
