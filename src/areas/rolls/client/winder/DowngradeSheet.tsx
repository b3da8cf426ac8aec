import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { Dialog } from '@/client/ui/Dialog'
import { downgradeRoll } from '../../contract/jumbo-commands'
import { DowngradeForm, type Downgrades } from '../DowngradeForm'
import { useTakeBackOfJumbo } from '../take-back-downgrade'
import { WhileOpen } from './RollOver'
import { rollName } from './roll-words'
import type { Roll } from './winder-state'

type Down = Endpoint<Record<string, unknown>, unknown>

/** 降等: downgrades a jumbo. */
export function DowngradeSheet({ roll, onClose }: { roll: Roll; onClose: () => void }) {
  const { t } = useTranslation('rolls')
  const command = useInstantCommand(downgradeRoll as Down)
  const back = useTakeBackOfJumbo(roll)
  const save = async (downgrades: Downgrades) => {
    if (await command.run({ id: roll.id, downgrades, seenDowngrades: roll.downgrades }, { baseVersion: roll.version }))
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.jumboRoll_downgrade')} · ${rollName(roll, t)}`}>
      <WhileOpen command={downgradeRoll} roll={roll}>
        <DowngradeForm
          of="jumboRoll"
          downgrades={roll.downgrades}
          takenBack={roll.takenBackDowngrades}
          lengthM={roll.lengthM ?? 0}
          kg={roll.netKg ?? roll.expectedKg}
          defect={roll.defects[0]?.kind ?? null}
          busy={command.busy || back.busy}
          onSave={(downgrades) => void save(downgrades)}
          onTakeBack={back.take}
        />
      </WhileOpen>
    </Dialog>
  )
}
