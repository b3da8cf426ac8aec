import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { Dialog } from '@/client/ui/Dialog'
import { downgradeRoll } from '../../contract/jumbo-commands'
import { DowngradeForm, type Downgrades } from '../DowngradeForm'
import { useTakeBackJumboDowngrade } from '../use-take-back'
import { RollCommandBoundary } from './RollAlreadyDoffedNotice'
import { formatRollName } from '../roll-display'
import type { WinderRoll } from './winder-state'

type DowngradeEndpoint = Endpoint<Record<string, unknown>, unknown>

/** 降等: downgrades a jumbo. */
export function DowngradeDialog({ roll, onClose }: { roll: WinderRoll; onClose: () => void }) {
  const { t } = useTranslation('rolls')
  const command = useInstantCommand(downgradeRoll as DowngradeEndpoint)
  const takeBackHandle = useTakeBackJumboDowngrade(roll)
  const save = async (downgrades: Downgrades) => {
    if (await command.run({ id: roll.id, downgrades, seenDowngrades: roll.downgrades }, { baseVersion: roll.version }))
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.jumboRoll_downgrade')} · ${formatRollName(roll, t)}`}>
      <RollCommandBoundary command={downgradeRoll} roll={roll}>
        <DowngradeForm
          rollKind="jumboRoll"
          downgrades={roll.downgrades}
          takenBack={roll.takenBackDowngrades}
          lengthM={roll.lengthM ?? 0}
          kgByGrade={roll.netKg ?? roll.expectedKg}
          defect={roll.defects[0]?.kind ?? null}
          busy={command.busy || takeBackHandle.busy}
          onSave={(downgrades) => void save(downgrades)}
          onTakeBack={takeBackHandle.takeBack}
        />
      </RollCommandBoundary>
    </Dialog>
  )
}
