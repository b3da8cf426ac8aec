import { chooseByLanguage } from '@/contract/language'
import { getPhoneStore } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import { formatClock } from '@/client/format/time'
import { getCurrentLanguage } from '@/client/i18n/start-texts'
import { getSession } from '@/client/session/session'
import { getPlantZone } from '@/client/session/plant-zone'
import { parseLabel } from '@/plant/rules/label'
import { normalizeCode } from '@/plant/rules/code'
import { findRoundAccessProblem, openRoundStates, checkRoundStart } from '@/areas/rounds/rules/inspection-round'
import type { Round } from './walk-points'

const MAX_LATER_ROUNDS = 3
/** Compares open rounds: started ones first, then by due time. */
function compareByStartedFirst(a: Round, b: Round): number {
  if (a.state !== b.state) return a.state === 'inProgress' ? -1 : 1
  return a.dueAt < b.dueAt ? -1 : 1
}
/**
 * Finds this person's open rounds that include the check point with this code. It reads the shift pack, so a scan opens
 * the round offline. Machines and parts are searched before a bare code (`unknown`) is passed here.
 */
export async function findRoundsByCode(
  text: string,
  kind: 'checkPoint' | 'unknown',
): Promise<{ resource: string; id: string; label: string }[]> {
  const parsedLabel = parseLabel(text)
  if (parsedLabel.kind !== kind) return []
  const { userId, roleId, isSup } = getSession()
  const { rows } = await (await getPhoneStore()).loadPackRows('inspectionRound')
  const now = getPlantMoment()
  const matchingRounds = (rows as Round[])
    .filter(
      (round) =>
        openRoundStates.includes(round.state) && findRoundAccessProblem(round, { id: userId, roleId, isSup }) === null,
    )
    .filter((round) => round.points.some((point) => point.code && normalizeCode(point.code) === parsedLabel.code))
    .sort(compareByStartedFirst)
  // A scan opens a round that can be walked now. Later rounds are offered only if there is none.
  const walkableRounds = matchingRounds
    .filter((round) => round.state === 'inProgress' || checkRoundStart(round, now).ok)
    .slice(0, 1)
  return (walkableRounds.length > 0 ? walkableRounds : matchingRounds.slice(0, MAX_LATER_ROUNDS)).map((round) => ({
    resource: 'inspectionRound',
    id: round.id,
    label: `${chooseByLanguage(getCurrentLanguage(), round.planName, round.planNameEn)} ${formatClock(round.dueAt, getPlantZone())}`,
  }))
}
