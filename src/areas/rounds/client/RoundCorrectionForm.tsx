import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useUnsentCommands } from '@/client/api/use-list'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { roundCommands } from '@/areas/rounds/contract/round-commands'

/** Fields that may be corrected, by command. Round and point stay fixed. */
const CORRECTABLE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'inspectionRound.claim': ['occurredAt'],
  'inspectionRound.start': ['occurredAt'],
  'inspectionRound.finish': ['finishedAt', 'note'],
  'inspectionResult.answer': ['state', 'reason', 'values', 'note', 'images', 'occurredAt'],
}
/**
 * Form to correct an unsent command of a round. An answer that waits to be sent is corrected at its point, with items
 * and photos. An answer that was refused, or whose round is already finished on this phone, is corrected in this form.
 */
export default function RoundCorrectionForm({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('rounds')
  const endpoint = roundCommands.find((command) => command.name === unsent.op) as
    | Endpoint<FormValues, unknown>
    | undefined
  const unsentCommands = useUnsentCommands()
  // Waits until the outbox is read and the list contains the command.
  if (!endpoint || !unsentCommands.some(({ id }) => id === unsent.id)) return null
  const isFinishQueued = unsentCommands.some(
    ({ op, entityId }) => op === 'inspectionRound.finish' && entityId === unsent.body['roundId'],
  )
  if (endpoint.name === 'inspectionResult.answer' && unsent.state !== 'attention' && !isFinishQueued) {
    const { roundId, pointKey } = unsent.body
    const pointParams = new URLSearchParams({ walk: String(roundId), point: String(pointKey) })
    return <Navigate replace to={`?${pointParams.toString()}`} />
  }
  return (
    <LazyCommandForm
      endpoint={endpoint}
      title={t(`actions.${endpoint.name.replaceAll('.', '_')}`)}
      unsent={unsent}
      fieldNames={CORRECTABLE_FIELDS[endpoint.name] ?? []}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
