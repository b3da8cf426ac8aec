import '@/client/fields/fields.css'
import '@/client/ui/dialog-form.css'
import '../slitter/slitter.css'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { findRowOrReason, notifyRefusal, type Hit } from '@/client/api/scanned-row'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useRow } from '@/client/api/use-list'
import { useHasPermission } from '@/client/session/use-session'
import { useOpenDialog } from '@/client/use-open-dialog'
import { useNoNetworkReason } from '@/client/shell/use-no-network-reason'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { PlusIcon, ScanIcon } from '@/client/ui/icons'
import { ScannerDialog, useHardwareScanner } from '@/client/ui/ScannerDialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { equipmentByCode } from '@/areas/equipment/contract/equipment-calls'
import { rollPackage, slitRoll } from '@/areas/rolls/contract/slitting'
import { packRolls } from '@/areas/rolls/contract/slitting-endpoints'
import { barredByHold, nextPackageStep, rollPackage as machine } from '../../rules/package'
import { useHeldWord } from '../hold/OnHold'
import type { Line } from '../slitter/use-slitter'
import { useStep } from '../slitter/use-step'
import { ViewFrame, type Frame } from '../slitter/ViewFrame'
import { IntoWhich } from './IntoWhich'
import { OnePackage } from './OnePackage'
import type { Action } from './PackageActions'
import { PackageList } from './PackageList'
import { RollsToPack } from './RollsToPack'

/** Asks the server for a code that this phone does not know. */
const askServer = async (text: string): Promise<Hit[]> => {
  const { resource, id, label, code } = await callEndpoint(equipmentByCode, { text }, { quiet: 'transport' })
  return resource && id ? [{ resource, id, label: label ?? code }] : []
}

/**
 * 包装: open packages, filled by scanning rolls. Needs a network: the package number is printed on its label at once, and
 * only the server counts it and knows whether another tablet packed the roll or somebody put it on hold.
 */
export default function Packing({
  frame,
  slitter,
  packageId,
  onOpen,
  onLabels,
}: {
  frame: Frame
  /** The slitter of this tablet; null if there is none. */
  slitter: Line | null
  packageId: string | null
  onOpen: (id: string | null) => void
  onLabels: (id: string) => void
}) {
  const { t } = useTranslation('rolls')
  const mayPack = useHasPermission('divideInteractiveEdit')
  const [scanning, setScanning] = useState(false)
  const [plant, setPlant] = useState(false)
  const { row, refs, isLoading } = useRow(rollPackage, packageId)
  const pack = useStep(packRolls)
  const held = useHeldWord(row?.holds)
  const offline = useNoNetworkReason()
  // A pending confirmation applies only to the package it was opened for.
  const asking = useOpenDialog<Action, { id: string }>([])
  const step = asking.row?.id === packageId ? asking.kind : null
  const setStep = (next: Action | null) => (next && row ? asking.open(next, row) : asking.close())
  const [asked, setAsked] = useState<
    (Pick<ComponentProps<typeof IntoWhich>, 'number' | 'open'> & { id: string }) | null
  >(null)
  // Packs into the given package, else the open one, else a new one, which is then opened.
  const put = async (rollId: string, into: string | null = packageId) => {
    const id = into ?? createUuid7()
    const done = await pack.take({ id, rollIds: [rollId] }, { done: t('pages.divideInteractive.packedOne') })
    if (done && id !== packageId) onOpen(id)
  }
  const toPack = (orders: string | null, few: number) =>
    mayPack && orders ? (
      <RollsToPack
        key={orders}
        orders={orders}
        few={few}
        busy={pack.busy}
        asksOpen={!packageId}
        onPack={({ id, number }, open) => (open.length > 0 ? setAsked({ id, number, open }) : void put(id))}
      />
    ) : null
  const add = async (code: string) => {
    const { hit, why } = await findRowOrReason(code, [slitRoll.name, rollPackage.name], {
      unknown: t('pages.divideInteractive.notARoll', { code }),
      askServer,
    })
    if (!hit) return why
    if (hit.resource === rollPackage.name) {
      setScanning(false)
      return onOpen(hit.id)
    }
    // A closed or shipped package takes no rolls; the person learns it before the next scan.
    if (row && row.state !== machine.initial)
      return t('pages.packing.takesNone', { number: row.number, state: t(`package.options.state.${row.state}`) })
    if (offline) return offline
    await put(hit.id)
    return null
  }
  useHardwareScanner((code) => {
    if (mayPack) void add(code).then(notifyRefusal)
  })
  const scanner = scanning && (
    <ScannerDialog onCode={add} onClose={() => setScanning(false)} hint={t('pages.divideInteractive.scanRolls')} />
  )
  if (packageId && !row && isLoading)
    return (
      <ViewFrame frame={frame}>
        <SkeletonDetail />
      </ViewFrame>
    )
  const next = row && row.rolls > 0 ? nextPackageStep(row.state) : null
  return (
    <ViewFrame
      frame={frame}
      primary={
        mayPack &&
        (next ? (
          <ExplainedButton
            look="primary"
            disabledReason={offline ?? (barredByHold(next) ? held : null)}
            onClick={() => setStep(next)}
          >
            {t(`package.steps.${next}`)}
          </ExplainedButton>
        ) : (
          (!row || row.state === machine.initial) && (
            <ExplainedButton
              look="primary"
              icon={packageId ? <ScanIcon size={20} /> : <PlusIcon size={20} />}
              disabledReason={pack.busy ? '' : (offline ?? held)}
              onClick={() => setScanning(true)}
            >
              {t(packageId ? 'pages.divideInteractive.scanRolls' : 'pages.divideInteractive.newPackage')}
            </ExplainedButton>
          )
        ))
      }
    >
      {row ? (
        <>
          <OnePackage
            key={row.id}
            row={row}
            refs={refs}
            step={step}
            onStep={setStep}
            onBack={() => onOpen(null)}
            onLabels={() => onLabels(row.id)}
          />
          {row.state === machine.initial && !held && toPack(row.workOrderId, 12)}
        </>
      ) : (
        <PackageList
          slitter={slitter}
          plant={plant}
          onPlant={setPlant}
          onOpen={onOpen}
          toPack={(orders) => toPack(orders, 3)}
        />
      )}
      {scanner}
      {asked && (
        <IntoWhich
          number={asked.number}
          open={asked.open}
          onInto={(into) => {
            setAsked(null)
            void put(asked.id, into)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </ViewFrame>
  )
}
