import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { phone, type Unsent } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { Picker } from '@/client/fields/picker'
import { useLabels } from '@/client/i18n/labels'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Scanner, useHardwareScanner } from '@/client/ui/Scanner'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { noteTrouble } from '@/client/ui/trouble'
import { meter, meterReading } from '../../contract/meter'
import { findCode } from '../find-code'
import { ReadingForm } from './ReadingForm'

interface Props {
  meterId: string | null
  unsent?: Unsent
  onMeter: (id: string) => void
  onBack: () => void
}

/** Meter after meter: scan, type what it shows, save, scan the next. */
export function ReadMeter({ meterId, unsent, onMeter, onBack }: Props) {
  const { t } = useTranslation(['equipment', 'client'])
  const labels = useLabels('equipment')
  const [scanning, setScanning] = useState(!meterId)
  const [scanned, setScanned] = useState(false)
  const { row, isLoading } = useRow(meter, meterId || null)
  async function look(code: string) {
    setScanning(false)
    const id = await meterOf(code)
    if (!id) return notify(t('client:shell.scan.unknown', { code }), 'fail')
    setScanned(true)
    onMeter(id)
  }
  useHardwareScanner((code) => void look(code))
  if (row)
    return (
      <ReadingForm
        of={row}
        source={scanned ? 'scanned' : 'manual'}
        {...(unsent ? { unsent } : {})}
        onBack={onBack}
        onSaved={() => (unsent ? onBack() : onMeter(''))}
      />
    )
  return (
    <PageFrame title={t('pages.meters.read')} onBack={onBack}>
      <div className="eq-steps">
        <Picker
          of="meter"
          id="read-meter"
          label={labels.field(meterReading, 'meterId')}
          many={false}
          ids={meterId ? [meterId] : []}
          onPick={([id]) => {
            if (id) onMeter(id)
          }}
        />
        {meterId && isLoading ? (
          <SkeletonDetail fields={2} />
        ) : (
          <EmptyState title={t('pages.meters.chooseMeter')} next={t('pages.meters.chooseMeterNext')} />
        )}
      </div>
      {scanning && (
        <Scanner
          onCode={(code) => void look(code)}
          onClose={() => setScanning(false)}
          hint={t('pages.meters.scanHint')}
        />
      )}
    </PageFrame>
  )
}

/** The meter behind a code: known to this phone, else to the server. */
async function meterOf(code: string): Promise<string | null> {
  const known = await phone()
    .then((store) => store.findCode(code))
    .catch(() => [])
  const here = known.find((hit) => hit.resource === 'meter')
  if (here) return here.id
  try {
    return (await findCode(code)).find((hit) => hit.resource === 'meter')?.id ?? null
  } catch (error) {
    noteTrouble('code not looked up', error)
    return null
  }
}
