import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import { Dialog } from '@/client/ui/Dialog'
import { downgradeRoll } from '../../contract/jumbo-commands'
import { DowngradeForm, type Downgrades } from '../shared/DowngradeForm'
import { useTakeBackJumboDowngrade } from '../shared/use-take-back'
import { RollCommandBoundary } from './RollAlreadyDoffedNotice'
import { formatRollName } from '../shared/roll-display'
import type { WinderRoll } from '../shared/winder-state'
import { getJumboKg } from '../../rules/roll-mass'

/** 降等: downgrades a jumbo. */
export function DowngradeDialog({ roll, onClose }: { roll: WinderRoll; onClose: () => void }) {
  const { t } = useTranslation('rolls')
  const command = useCommand(downgradeRoll)
  const renderTakeBackDialog = useTakeBackJumboDowngrade(roll)
  const save = async (downgrades: Downgrades) => {
    if (await command.run({ id: roll.id, downgrades, seenDowngrades: roll.downgrades }, { baseVersion: roll.version }))
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.jumboRoll_downgrade')} · ${formatRollName(roll, t)}`}>
      <RollCommandBoundary command={downgradeRoll} roll={roll}>
        <DowngradeForm
          downgrades={roll.downgrades}
          takenBack={roll.takenBackDowngrades}
          lengthM={roll.lengthM ?? 0}
          rollKg={getJumboKg(roll)}
          likelyDefect={roll.defects[0]?.kind ?? null}
          busy={command.busy}
          onSave={(downgrades) => void save(downgrades)}
          renderTakeBackDialog={renderTakeBackDialog}
        />
      </RollCommandBoundary>
    </Dialog>
  )
}
