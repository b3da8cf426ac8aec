import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useUnsentCommands } from '@/client/api/use-list'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { roundCalls } from '@/areas/maintenance/contract/round-calls'

/** What of each step a person may correct; whose round and which point it is stays. */
const fields: Readonly<Record<string, readonly string[]>> = {
  'inspectionRound.claim': ['occurredAt'],
  'inspectionRound.start': ['occurredAt'],
  'inspectionRound.finish': ['finishedAt', 'note'],
  'inspectionResult.answer': ['state', 'reason', 'values', 'note', 'images', 'occurredAt'],
}
/**
 * An unsent step of a round, to be corrected. An answer that only waits is corrected where it was given, with its items and photos;
 * one that the server did not take, or of a round that is finished, here.
 */
export default function RoundCorrection({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('maintenance')
  const endpoint = roundCalls.find((one) => one.name === unsent.op) as Endpoint<FormValues, unknown> | undefined
  const all = useUnsentCommands()
  // It is among them as soon as they are read.
  if (!endpoint || !all.some(({ id }) => id === unsent.id)) return null
  const finished = all.some(
    ({ op, entityId }) => op === 'inspectionRound.finish' && entityId === unsent.body['roundId'],
  )
  if (endpoint.name === 'inspectionResult.answer' && unsent.state !== 'attention' && !finished) {
    const { roundId, pointKey } = unsent.body
    const point = new URLSearchParams({ walk: String(roundId), point: String(pointKey) })
    return <Navigate replace to={`?${point.toString()}`} />
  }
  return (
    <LazyCommandForm
      endpoint={endpoint}
      title={t(`actions.${endpoint.name.replaceAll('.', '_')}`)}
      unsent={unsent}
      only={fields[endpoint.name] ?? []}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
