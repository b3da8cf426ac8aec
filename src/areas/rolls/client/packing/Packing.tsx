import '../slitter/slitter.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uuid7 } from '@/contract/id'
import { scannedRow, type Hit } from '@/client/api/scanned-row'
import { call } from '@/client/api/call'
import { useList, useRow } from '@/client/api/use-list'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { useMay } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon, RollIcon, ScanIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { Scanner, useHardwareScanner } from '@/client/ui/Scanner'
import { SkeletonDetail, SkeletonList } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import { statesBefore } from '@/contract/state-machine'
import { rollPackage as machine } from '../../rules/package'
import { equipmentByCode } from '@/areas/equipment/contract/equipment-calls'
import { rollPackage, slitRoll } from '@/areas/rolls/contract/slitting'
import { movePackage, packRolls, unpackRolls } from '@/areas/rolls/contract/slitting-calls'
import { packageTones } from '../slitter/tones'
import { useStep } from '../slitter/use-step'
import { ReasonSheet } from '@/client/ui/ReasonSheet'
import { ViewFrame, type Frame } from '../slitter/ViewFrame'
import { PackageActions } from './PackageActions'

/** What the server has under a code that this phone does not know. */
const askServer = async (text: string): Promise<Hit[]> => {
  const { resource, id, label, code } = await call(equipmentByCode, { text }, { quiet: 'transport' })
  return resource && id ? [{ resource, id, label: label ?? code }] : []
}

/** 包装: open packages; rolls go in by scanning one after the other. */
export default function Packing({
  frame,
  packageId,
  onOpen,
}: {
  frame: Frame
  packageId: string | null
  onOpen: (id: string | null) => void
}) {
  const { t } = useTranslation('rolls')
  const mayPack = useMay('divideInteractiveEdit')
  const [scanning, setScanning] = useState(false)
  const { row, refs, isLoading } = useRow(rollPackage, packageId)
  const pack = useStep(packRolls)
  const add = async (code: string) => {
    const roll = await scannedRow(code, [slitRoll.name], {
      unknown: t('pages.divideInteractive.notARoll', { code }),
      askServer,
    })
    if (!roll) return
    const id = packageId ?? uuid7()
    const done = await pack.take({ id, rollIds: [roll.id] }, { done: t('pages.divideInteractive.packedOne') })
    if (done && !packageId) onOpen(id)
  }
  useHardwareScanner((code) => {
    if (mayPack) void add(code)
  })
  const scanner = scanning && (
    <Scanner
      onCode={(code) => void add(code)}
      onClose={() => setScanning(false)}
      hint={t('pages.divideInteractive.scanRolls')}
    />
  )
  if (packageId && !row && isLoading)
    return (
      <ViewFrame frame={frame}>
        <SkeletonDetail />
      </ViewFrame>
    )
  return (
    <ViewFrame
      frame={frame}
      primary={
        mayPack &&
        (!row || row.state === 'open') && (
          <Button
            look="primary"
            icon={packageId ? <ScanIcon size={20} /> : <PlusIcon size={20} />}
            disabled={pack.busy}
            onClick={() => setScanning(true)}
          >
            {t(packageId ? 'pages.divideInteractive.scanRolls' : 'pages.divideInteractive.newPackage')}
          </Button>
        )
      }
    >
      {row ? <OnePackage row={row} refs={refs} onBack={() => onOpen(null)} /> : <Packages onOpen={onOpen} />}
      {scanner}
    </ViewFrame>
  )
}
function Packages({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('rolls')
  const { rows, refs, isLoading, error, again, hasMore, more } = useList(rollPackage, { size: 50 })
  if (isLoading) return <SkeletonList />
  if (error && rows.length === 0) return <NotLoaded of={{ error, again }} />
  if (rows.length === 0)
    return (
      <EmptyState
        icon={RollIcon}
        title={t('pages.divideInteractive.noPackages')}
        next={t('pages.divideInteractive.noPackagesNext')}
      />
    )
  return (
    <>
      <ul className="lane-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className="ui-card" onClick={() => onOpen(row.id)}>
              <span className="row">
                <b>{row.number}</b>
                <State tone={packageTones[row.state]}>{t(`package.options.state.${row.state}`)}</State>
              </span>
              <span className="quiet">
                {[refs[row.workOrderId], row.customerId ? refs[row.customerId] : null, row.place]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span>
                {t('pages.divideInteractive.rollsOf', { count: row.rolls })} ·{' '}
                <Quantity value={row.netKg} unit="kg" decimals={1} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button block onClick={more}>
          {t('pages.divideInteractive.more')}
        </Button>
      )}
    </>
  )
}
function OnePackage({
  row,
  refs,
  onBack,
}: {
  row: NonNullable<
    ReturnType<typeof useRow<'package', typeof rollPackage.fields, { list: 'GET /rolls/package' }>>['row']
  >
  refs: Readonly<Record<string, string>>
  onBack: () => void
}) {
  const { t } = useTranslation('rolls')
  const rolls = useList(slitRoll, { packageId: row.id, size: 500 })
  const take = useStep(unpackRolls)
  const move = useStep(movePackage)
  const [out, setOut] = useState<{ id: string; number: string } | null>(null)
  const mayTake = useMay('divideInteractiveEdit') && statesBefore(machine, 'take').includes(row.state)
  return (
    <section>
      <div className="row">
        <b>{row.number}</b>
        <State tone={packageTones[row.state]}>{t(`package.options.state.${row.state}`)}</State>
        <Button className="big" onClick={onBack}>
          {t('pages.divideInteractive.allPackages')}
        </Button>
      </div>
      <dl className="facts">
        <div>
          <dt>{t('package.fields.workOrderId')}</dt>
          <dd>{refs[row.workOrderId] ?? '…'}</dd>
        </div>
        <div>
          <dt>{t('package.fields.rolls')}</dt>
          <dd>{row.rolls}</dd>
        </div>
        <div>
          <dt>{t('package.fields.netKg')}</dt>
          <dd>
            <Quantity value={row.netKg} unit="kg" decimals={1} />
          </dd>
        </div>
        {row.place && (
          <div>
            <dt>{t('package.fields.place')}</dt>
            <dd>{row.place}</dd>
          </div>
        )}
      </dl>
      <PackageActions
        row={row}
        busy={move.busy}
        onMove={(input) => move.take({ id: row.id, version: row.version, ...input })}
      />
      <ul>
        {rolls.rows.map((roll) => (
          <li key={roll.id} className="ui-card row">
            <span>
              {roll.number}
              <br />
              <span className="quiet">{roll.widthMm} mm</span>
            </span>
            <Quantity value={roll.kg} unit="kg" decimals={2} />
            {mayTake && (
              <Button className="big" onClick={() => setOut(roll)}>
                {t('pages.divideInteractive.takeOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {out && (
        <ReasonSheet
          title={t('actions.package_take')}
          danger
          busy={take.busy}
          onClose={() => setOut(null)}
          onReason={async (reason) => {
            if (await take.take({ id: row.id, rollIds: [out.id], reason })) setOut(null)
          }}
        >
          <p>{out.number}</p>
        </ReasonSheet>
      )}
    </section>
  )
}
