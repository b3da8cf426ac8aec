import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { DowngradesSaid } from '../DowngradesSaid'
import type { Jumbo, SlitRoll } from '../slitter/cut-state'
import { useTakeBackOfJumbo, useTakeBackOfSlit } from '../take-back-downgrade'

/**
 * Downgrades of the traced roll. People who may downgrade can take them back here, as inspectors have no page of rolls.
 */
export function TracedDowngrades({ kind, id }: { kind: string; id: string }) {
  const jumbo = useRow(jumboRoll, kind === 'jumboRoll' ? id : null)
  const slit = useRow(slitRoll, kind === 'slitRoll' ? id : null)
  if (jumbo.row && said(jumbo.row)) return <OfJumbo roll={jumbo.row} />
  if (slit.row && said(slit.row)) return <OfSlit roll={slit.row} />
  return null
}
const said = ({ downgrades, takenBackDowngrades }: Pick<Jumbo, 'downgrades' | 'takenBackDowngrades'>) =>
  downgrades.length + takenBackDowngrades.length > 0
function OfJumbo({ roll }: { roll: Jumbo }) {
  const back = useTakeBackOfJumbo(roll)
  return <Card of="jumboRoll" roll={roll} back={back} />
}
function OfSlit({ roll }: { roll: SlitRoll }) {
  const { row: set } = useRow(slitSet, roll.slitSetId)
  const back = useTakeBackOfSlit(roll, set)
  return <Card of="slitRoll" roll={roll} back={back} />
}
function Card({
  of,
  roll,
  back,
}: {
  of: 'jumboRoll' | 'slitRoll'
  roll: Pick<Jumbo, 'downgrades' | 'takenBackDowngrades'>
  back: ReturnType<typeof useTakeBackOfJumbo>
}) {
  const { t } = useTranslation('rolls')
  return (
    <section className="ui-card">
      <h2>{t(`${of}.fields.downgrades`)}</h2>
      <DowngradesSaid
        of={of}
        downgrades={roll.downgrades}
        takenBack={roll.takenBackDowngrades}

        busy={back.busy}
        onTakeBack={back.take}
      />
    </section>
  )
}
