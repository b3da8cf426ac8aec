import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { findRowOrReason, notifyRefusal } from '@/client/api/scanned-row'
import { useRow } from '@/client/api/use-list'
import { Picker } from '@/client/fields/picker'
import { useLabels } from '@/client/i18n/labels'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { isScanned, ScannerDialog, useHardwareScanner, type CodeSource } from '@/client/ui/ScannerDialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { meter, meterReading } from '../../contract/meter'
import { findCode } from '../find-code'
import { ReadingForm } from './ReadingForm'

interface Props {
  meterId: string | null
  unsent?: UnsentCommand
  onMeter: (id: string) => void
  onBack: () => void
}

/** Reads meter after meter: scan, enter the value, save, scan the next one. */
export function ReadMeter({ meterId, unsent, onMeter, onBack }: Props) {
  const { t } = useTranslation(['equipment', 'client'])
  const labels = useLabels('equipment')
  const [scanning, setScanning] = useState(!meterId)
  const [scanned, setScanned] = useState(false)
  const { row, isLoading } = useRow(meter, meterId || null)
  async function look(code: string, how: CodeSource) {
    const { hit, why } = await findRowOrReason(code, ['meter'], {
      unknown: t('client:shell.scan.unknown', { code }),
      askServer: findCode,
    })
    if (!hit) return why
    setScanning(false)
    setScanned(isScanned(how))
    return onMeter(hit.id)
  }
  useHardwareScanner((code) => void look(code, 'camera').then(notifyRefusal))
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
      {scanning && <ScannerDialog onCode={look} onClose={() => setScanning(false)} hint={t('pages.meters.scanHint')} />}
    </PageFrame>
  )
}
