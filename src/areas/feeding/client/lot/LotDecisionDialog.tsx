import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { lotTones } from '../shared/tones'
import { Button } from '@/client/ui/Button'
import { decideLot } from '../../contract/feeding-endpoints'
import { materialLot } from '../../contract/material'
import { checkLotDecision, lotStates } from '@/areas/feeding/rules/feed'

/** 判定: dialog that releases or blocks a lot, allows it by concession, or returns it to quarantine. */
export function LotDecisionDialog({ lot, onClose }: { lot: Row<typeof materialLot>; onClose: () => void }) {
  const { t } = useTranslation('feeding')
  return (
    <CommandDialog
      command={decideLot}
      row={lot}
      objectName={lot.number}
      above={
        <>
          <p className="feed-lot-facts">
            {t('pages.rawMaterial.now')}{' '}
            <ResourceStateBadge resource={materialLot} state={lot.state} tones={lotTones} />
          </p>
          <p className="quiet">{t('pages.rawMaterial.decideHint')}</p>
        </>
      }
      inputs={{
        state: ({ label, value, onChange, disabled }) => (
          <fieldset className="feed-choices" aria-label={label} disabled={disabled}>
            {lotStates
              .filter((option) => option !== lot.state)
              .map((option) => (
                <Button key={option} aria-pressed={option === value} onClick={() => onChange(option)}>
                  {t(`pages.rawMaterial.decide.${option}`)}
                </Button>
              ))}
          </fieldset>
        ),
      }}
      check={({ state, reason }) => {
        const decision = state ? checkLotDecision(lot.state, state, reason ?? null) : null
        return state && decision && !decision.isAllowed
          ? t(`refusals.lot.${decision.reason}`, { lot: lot.number, state: t(`materialLot.options.state.${state}`) })
          : null
      }}
      changedResources={['feed']}
      onClose={onClose}
    />
  )
}
