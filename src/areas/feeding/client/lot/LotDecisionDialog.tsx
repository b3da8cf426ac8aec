import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { lotTones } from '../tones'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { recordTrouble } from '@/client/ui/trouble'
import { decideLot } from '../../contract/feeding-endpoints'
import { materialLot } from '../../contract/material'
import { checkLotDecision, lotStates, type LotState } from '@/areas/feeding/rules/feed'

/** 判定: dialog for release, concession, block or back to quarantine, checked by the rule of the server. */
export function LotDecisionDialog({ lot, onClose }: { lot: Row<typeof materialLot>; onClose: () => void }) {
  const { t } = useTranslation(['feeding', 'client'])
  const command = useCommand(decideLot)
  const [chosenState, setChosenState] = useState<LotState | null>(null)
  const [reason, setReason] = useState('')
  const decisionCheck = chosenState && checkLotDecision(lot.state, chosenState, reason)
  async function saveDecision() {
    if (!chosenState) return
    try {
      await command.run(
        { id: lot.id, version: lot.version, state: chosenState, ...(reason.trim() ? { reason: reason.trim() } : {}) },
        { changedResources: ['feed'] },
      )
      void notify(t('client:resource.saved'), 'success')
      onClose()
    } catch (error) {
      recordTrouble('shown in a toast', error)
    }
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.materialLot_decide')} · ${lot.number}`}>
      <form
        className="feed-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          if (decisionCheck && decisionCheck.isAllowed) void saveDecision()
        }}
      >
        <p className="feed-lot-facts">
          {t('pages.rawMaterial.now')} <ResourceStateBadge resource={materialLot} state={lot.state} tones={lotTones} />
        </p>
        <div className="feed-choices">
          {lotStates
            .filter((option) => option !== lot.state)
            .map((option) => (
              <Button key={option} aria-pressed={option === chosenState} onClick={() => setChosenState(option)}>
                {t(`pages.rawMaterial.decide.${option}`)}
              </Button>
            ))}
        </div>
        <label htmlFor="lot-reason">{t('materialLot.fields.reason')}</label>
        <input
          id="lot-reason"
          className="ui-input"
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
          aria-describedby="lot-says"
        />
        <output id="lot-says" className="quiet">
          {chosenState && decisionCheck && !decisionCheck.isAllowed
            ? t(`refusals.lot.${decisionCheck.reason}`, {
                lot: lot.number,
                state: t(`materialLot.options.state.${chosenState}`),
              })
            : t('pages.rawMaterial.decideHint')}
        </output>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!decisionCheck || !decisionCheck.isAllowed || command.busy}>
            {t('actions.materialLot_decide')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
