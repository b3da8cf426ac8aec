import { getAllowedCommands, getBarredReason, type CommandRights } from '@/contract/command-rights'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { useActor } from '@/client/session/use-session'
import { claimRound, finishRound, startRound } from '@/areas/rounds/contract/round-commands'
import { findRoundAccessProblem, openRoundStates } from '@/areas/rounds/rules/inspection-round'
import { useWalker } from './use-my-rounds'
import type { Round } from './walk/walk-points'

/** Returns the actions that this person may take on a round, for its panel and for swiping its card. */
export function useRoundActions(onWalk: (id: string) => void) {
  const { t } = useTranslation('rounds')
  const actor = useActor()
  const walker = useWalker()
  const claimCommand = useCommand(claimRound)
  const getRoundActions = (round: Round) => {
    const canOpenWalk =
      openRoundStates.includes(round.state) &&
      getAllowedCommands<CommandRights>([startRound, finishRound], round, actor).length > 0 &&
      findRoundAccessProblem(round, walker) === null
    if (!canOpenWalk) return []
    const canClaim = round.assignedTo === null && getBarredReason(startRound, round, actor, 'start') === null
    const walkAction = {
      key: 'walk' as const,
      label: t(round.state === 'due' ? 'pages.polling.open' : 'pages.polling.goOn'),
      tone: 'primary' as const,
      onClick: () => onWalk(round.id),
    }
    const claimAction = {
      key: 'claim' as const,
      label: t('pages.polling.claim'),
      tone: 'plain' as const,
      onClick: () => void claimCommand.run({ roundId: round.id }, { savedMessage: t('pages.polling.claimed') }),
    }
    return canClaim ? [walkAction, claimAction] : [walkAction]
  }
  return { getRoundActions, isBusy: claimCommand.busy }
}
