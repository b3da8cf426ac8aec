import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { notify } from '@/client/api/notify'
import { savedText } from '@/client/api/saved'
import type { Photo } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { plantMoment } from '@/client/clock'

/** A command at the winder: saved on the phone, said so, and sent when it can be. Answers whether it was taken. */
export function useStep<In>(endpoint: Endpoint<In, unknown>): {
  busy: boolean
  run: (input: In, options?: { baseVersion?: number; photos?: readonly Photo[] }) => Promise<boolean>
} {
  const { t } = useTranslation(['rolls', 'client'])
  const command = useCommand(endpoint)
  // Two taps of one thumb are one roll.
  const [taken, setTaken] = useState(false)
  return {
    busy: command.busy || taken,
    run: async (input, options = {}) => {
      setTaken(true)
      try {
        const result = await command.run(
          'occurredAt' in endpoint.input ? { occurredAt: plantMoment(), ...input } : input,
          options,
        )
        void notify(t(result.queued ? savedText(result) : 'pages.winder.done'), 'success')
        return true
      } catch (error) {
        void notify(
          t('pages.winder.notSaved', { reason: error instanceof Error ? error.message : String(error) }),
          'fail',
        )
        return false
      } finally {
        setTaken(false)
      }
    },
  }
}
