import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { DowngradeList } from '../DowngradeList'
import type { StoredJumbo, StoredSlitRoll } from '../slitter/displayed-sets'
import { useTakeBackJumboDowngrade, useTakeBackSlitDowngrade } from '../use-take-back'

/**
 * Downgrades of the traced roll. People who may downgrade can take them back here, as inspectors have no page of rolls.
 */
export function TracedDowngradesCard({ kind, id }: { kind: string; id: string }) {
  const jumbo = useRow(jumboRoll, kind === 'jumboRoll' ? id : null)
  const slit = useRow(slitRoll, kind === 'slitRoll' ? id : null)
  if (jumbo.row && hasDowngrades(jumbo.row)) return <JumboDowngradesCard roll={jumbo.row} />
  if (slit.row && hasDowngrades(slit.row)) return <SlitDowngradesCard roll={slit.row} />
  return null
}
const hasDowngrades = ({ downgrades, takenBackDowngrades }: Pick<StoredJumbo, 'downgrades' | 'takenBackDowngrades'>) =>
  downgrades.length + takenBackDowngrades.length > 0
function JumboDowngradesCard({ roll }: { roll: StoredJumbo }) {
  const takeBackHandle = useTakeBackJumboDowngrade(roll)
  return <DowngradesCard of="jumboRoll" roll={roll} takeBackHandle={takeBackHandle} />
}
function SlitDowngradesCard({ roll }: { roll: StoredSlitRoll }) {
  const { row: set } = useRow(slitSet, roll.slitSetId)
  const takeBackHandle = useTakeBackSlitDowngrade(roll, set)
  return <DowngradesCard of="slitRoll" roll={roll} takeBackHandle={takeBackHandle} />
}
function DowngradesCard({
  of,
  roll,
  takeBackHandle,
}: {
  of: 'jumboRoll' | 'slitRoll'
  roll: Pick<StoredJumbo, 'downgrades' | 'takenBackDowngrades'>
  takeBackHandle: ReturnType<typeof useTakeBackJumboDowngrade>
}) {
  const { t } = useTranslation('rolls')
  return (
    <section className="ui-card">
      <h2>{t(`${of}.fields.downgrades`)}</h2>
      <DowngradeList
        rollKind={of}
        downgrades={roll.downgrades}
        takenBack={roll.takenBackDowngrades}

        busy={takeBackHandle.busy}
        onTakeBack={takeBackHandle.takeBack}
      />
    </section>
  )
}
