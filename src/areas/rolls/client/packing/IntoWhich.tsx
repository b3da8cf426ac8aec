import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import type { rollPackage } from '../../contract/slitting'

/** Which package a roll goes into: one of its order that is being packed, before a new one. */
export function IntoWhich({
  number,
  open,
  onInto,
  onClose,
}: {
  /** Of the roll. */
  number: string
  open: readonly Pick<Row<typeof rollPackage>, 'id' | 'number' | 'rolls'>[]
  /** Null: into a new one. */
  onInto: (packageId: string | null) => void
  onClose: () => void
}) {
  const { t } = useTranslation('rolls')
  return (
    <Dialog open onClose={onClose} title={`${t('pages.packing.packRoll')} · ${number}`}>
      <div className="ui-sheet-form">
        {open.map((row, i) => (
          <Button key={row.id} block {...(i === 0 ? { look: 'primary' as const } : {})} onClick={() => onInto(row.id)}>
            {t('pages.packing.intoOpen', {
              number: row.number,
              rolls: t('pages.divideInteractive.rollsOf', { count: row.rolls }),
            })}
          </Button>
        ))}
        <Button block onClick={() => onInto(null)}>
          {t('pages.packing.intoNew')}
        </Button>
      </div>
    </Dialog>
  )
}
