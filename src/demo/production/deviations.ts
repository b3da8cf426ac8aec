/** What went wrong and what was done about it, what was told to suppliers, and what certificates are written with. */
import { coaTemplate } from '@/areas/certificates/contract/coa-template'
import { coaRemark, coaTranslation } from '@/areas/certificates/contract/words'
import { abnormity } from '@/areas/deviations/contract/abnormity'
import { materialFeedback } from '@/areas/deviations/contract/material-feedback'
import type { AbnormityState } from '@/areas/deviations/rules/abnormity'
import { hold } from '@/areas/rolls/contract/hold'
import { DAY, HOUR, toMillis, toMoment } from '@/plant/rules/plant-time'
import { batch, stamps, type Batch, type Draft } from '../draft'
import type { Floor, Order } from './orders'
import { both } from '../said'

/** What is met, how, and what helped: kind, defect, problem, cause, measure. */
const cases = [
  [
    'product',
    'hole',
    both('分切时发现连续破洞', 'Continuous holes found in slitting'),
    both('纺丝组件漏料', 'Spin pack leaks polymer'),
    both('更换组件并清理喷丝板', 'Spin pack changed, spinneret cleaned'),
  ],
  [
    'product',
    'streak',
    both('布面纵向条纹', 'Machine-direction streaks in the web'),
    both('模头唇口积碳', 'Carbon build-up on the die lips'),
    both('清理模头，缩短清理周期', 'Die cleaned, cleaning interval shortened'),
  ],
  [
    'process',
    'thinWeb',
    both('克重横向不匀', 'Basis weight uneven across the width'),
    both('抽吸风量偏移', 'Suction air volume drifted'),
    both('重新标定风量并加入点检', 'Air volume recalibrated and added to the round'),
  ],
  [
    'material',
    'gel',
    both('晶点超标', 'Gels above the limit'),
    both('母粒分散不良', 'Masterbatch poorly dispersed'),
    both('更换母粒批次，通知供应商', 'Masterbatch lot changed, supplier informed'),
  ],
  [
    'equipment',
    'oilStain',
    both('布面油污', 'Oil stains on the web'),
    both('压辊轴承渗油', 'Press roll bearing leaks oil'),
    both('更换油封', 'Oil seal replaced'),
  ],
  [
    'complaint',
    'wrinkle',
    both('客户反映端面皱折', 'Customer reports wrinkled roll edges'),
    both('分切张力设定偏低', 'Slitting tension set too low'),
    both('修订张力工艺并培训', 'Tension standard revised, people trained'),
  ],
] as const
const stages = [
  'closed',
  'closed',
  'closed',
  'closed',
  'verified',
  'acting',
  'analysed',
  'confirmed',
  'raised',
] as const
const steps: readonly AbnormityState[] = ['raised', 'confirmed', 'analysed', 'acting', 'verified', 'closed']
const FEW = 40

/** Rows, and the last serial of the series that go on. */
export function buildDeviations(
  floor: Floor,
  orders: readonly Order[],
): { batches: Batch[]; series: [string, number][] } {
  const abnormities = raised(floor, orders)
  const feedback = floor.tail ? [] : told(floor)
  return {
    batches: [
      ...(floor.tail ? [] : words(floor)),
      batch(abnormity, abnormities),
      batch(hold, floor.tail ? [] : released(floor, orders)),
      batch(materialFeedback, feedback),
    ],
    series: [...lastOfYear(feedback)],
  }
}
const dayOf = ({ era }: Floor, at: number): string => era.dayOf(at)

function raised(floor: Floor, orders: readonly Order[]): Draft<typeof abnormity>[] {
  const { dice, era, staff } = floor
  const wound = orders
    .filter(({ jumbos, endsAt }) => jumbos.length > 0 && endsAt < era.now - DAY)
    .sort((a, b) => a.endsAt - b.endsAt)
  const every = Math.max(1, Math.floor(wound.length / FEW))
  const serials = new Map<string, number>()
  return wound
    .filter((_, i) => i % every === 0)
    .map((order, i, all) => {
      const jumbo = dice.pick(order.jumbos)
      const at = Math.min(era.now - DAY, Date.parse(jumbo.doffedAt ?? '') + dice.int(1, 30) * HOUR)
      const day = dayOf(floor, at).replaceAll('-', '')
      const serial = (serials.get(day) ?? 0) + 1
      serials.set(day, serial)
      const [kind, defect, description, cause, what] = cases[i % cases.length]!
      // The newest are still on their way.
      const state = i < all.length - 6 ? 'closed' : stages[i - all.length + 9]!
      const reached = steps.indexOf(state)
      const [by, responsible, checks] = [
        dice.pick(staff.of('quality')).id,
        dice.pick(staff.of('squadLeader')).id,
        staff.lead('qualityLead').id,
      ]
      const done = (step: AbnormityState, days: number) =>
        reached >= steps.indexOf(step) ? toMoment(Math.min(era.now, at + days * DAY)) : null
      const dueOn = dayOf(floor, at + 7 * DAY)
      const answered = done('analysed', 3)
      const verified = done('verified', 6)
      const closed = done('closed', 9)
      return {
        id: dice.id(at),
        number: `A${day}-${String(serial).padStart(3, '0')}${floor.tail}`,
        state,
        kind,
        severity: dice.weighted([
          ['minor', 4],
          ['major', 5],
          ['critical', 1],
        ] as const),
        defect,
        description: era.say(description),
        jumboRollId: jumbo.id,
        lineId: order.line.id,
        workOrderId: order.row.id,
        customerId: kind === 'complaint' ? (order.row.customerId ?? null) : null,
        productId: order.product.id,
        quantityKg: dice.int(40, 900),
        team: jumbo.team ?? null,
        shift: jumbo.shift ?? null,
        raisedBy: by,
        raisedAt: toMoment(at),
        responsibleId: reached > 0 ? responsible : null,
        dueOn: reached > 0 ? dueOn : null,
        confirmedBy: reached > 0 ? checks : null,
        confirmedAt: done('confirmed', 1),
        containment: answered
          ? era.say(both('隔离同班次卷，逐卷复检', 'Rolls of the same shift quarantined and rechecked one by one'))
          : null,
        causeKind: answered ? ('machine' as const) : null,
        cause: answered ? era.say(cause) : null,
        measures: done('acting', 4)
          ? [
              {
                what: era.say(what),
                userId: responsible,
                dueOn,
                doneOn: verified ? dayOf(floor, Math.min(at + 5 * DAY, toMillis(verified))) : null,
              },
            ]
          : [],
        prevention: verified ? era.say(both('纳入班前点检', 'Added to the check before each shift')) : null,
        answeredBy: answered ? responsible : null,
        answeredAt: answered,
        verification: verified ? era.say(both('连续 3 个班次未再出现', 'Not seen again in 3 shifts running')) : null,
        verifiedBy: verified ? checks : null,
        verifiedAt: verified,
        closedBy: closed ? checks : null,
        closedAt: closed,
        ...stamps(at, by),
      }
    })
}
/** Holds of the past, all released: whatever they were on goes its way. */
function released(floor: Floor, orders: readonly Order[]): Draft<typeof hold>[] {
  const { dice, era, staff } = floor
  const lead = staff.lead('qualityLead').id
  return orders
    .filter(({ jumbos, endsAt }) => jumbos.length > 3 && endsAt < era.now - 20 * DAY)
    .filter((_, i, all) => i % Math.max(1, Math.floor(all.length / 6)) === 0)
    .map((order) => {
      const jumbo = dice.pick(order.jumbos)
      const at = Date.parse(jumbo.doffedAt ?? '')
      return {
        id: dice.id(at),
        number: `H${dayOf(floor, at).slice(2).replaceAll('-', '')}-01`,
        state: 'released' as const,
        kind: 'jumboRoll' as const,
        subjectId: jumbo.id,
        subject: jumbo.number ?? '',
        reason: era.say(both('复检克重', 'Basis weight to be rechecked')),
        heldAt: toMoment(at),
        heldBy: lead,
        jumbos: 1,
        kg: jumbo.netKg ?? null,
        releasedAt: toMoment(at + 5 * HOUR),
        releasedBy: lead,
        releaseReason: era.say(both('复检合格', 'Recheck passed')),
        ...stamps(at, lead, at + 5 * HOUR),
      }
    })
    .filter(({ number }, i, all) => all.findIndex((one) => one.number === number) === i)
}

const problems = [
  both('颜色色差超标', 'Colour difference above the limit'),
  both('熔指偏低', 'MFR too low'),
  both('包装破损、受潮', 'Packaging damaged, contents damp'),
  both('纸芯内径偏小', 'Core inside diameter too small'),
] as const
function told(floor: Floor): Draft<typeof materialFeedback>[] {
  const { dice, era, staff, masters } = floor
  const [author, lead, manager] = [staff.lead('quality').id, staff.lead('qualityLead').id, staff.lead('manager').id]
  const used = new Map<string, number>()
  return Array.from({ length: 9 }, (_, i): Draft<typeof materialFeedback> => {
    const at = era.now - (330 - i * 38) * DAY
    const year = dayOf(floor, at).slice(0, 4)
    const serial = (used.get(year) ?? 0) + 1
    used.set(year, serial)
    // The oldest went all the way; the supplier owes the answer of the next.
    const state = i < 3 ? 'closed' : i < 7 ? 'approved' : i === 7 ? 'inApproval' : 'notApproved'
    const sent = i < 7
    const decided = (userId: string) => ({
      userId,
      decision: 'approved' as const,
      decidedAt: toMoment(at + DAY),
      reason: null,
    })
    const asked = (userId: string) => ({ userId, decision: null, decidedAt: null, reason: null })
    return {
      id: dice.id(at),
      number: `MF${year}-${String(serial).padStart(4, '0')}`,
      materialId: [
        masters.materials.white,
        masters.materials.resinSpun,
        masters.materials.blue,
        masters.materials.core,
      ][i % 4]!,
      supplier: ['华彩母粒', '东海石化', '华彩母粒', '金利纸管'][i % 4]!,
      problem: era.say(problems[i % 4]!),
      quantityKg: dice.int(50, 900),
      request: (['improve', 'claim', 'return', 'replace'] as const)[i % 4]!,
      answerBy: dayOf(floor, at + 14 * DAY),
      state,
      approvers: sent ? [lead, manager].map(decided) : state === 'inApproval' ? [lead, manager].map(asked) : [],
      waitingFor: state === 'inApproval' ? lead : null,
      authors: [author],
      ...(state === 'notApproved' ? {} : { submittedBy: author, submittedAt: toMoment(at + HOUR) }),
      ...(sent ? { approvedBy: manager, approvedAt: toMoment(at + DAY) } : {}),
      ...(i < 5
        ? {
            feedback: era.say(
              both('已查明原因，换货并提交整改报告', 'Cause found; goods replaced, corrective action report handed in'),
            ),
            feedbackBy: author,
            feedbackAt: toMoment(at + 9 * DAY),
          }
        : {}),
      ...(state === 'closed'
        ? {
            verification: era.say(
              both('换货批次复测合格，未再出现', 'The replaced lot passed its tests, and it has not come back'),
            ),
            closedBy: lead,
            closedAt: toMoment(at + 16 * DAY),
          }
        : {}),
      ...stamps(at, author),
    }
  })
}
const lastOfYear = (rows: readonly Draft<typeof materialFeedback>[]): Map<string, number> =>
  new Map(rows.map(({ number = '' }) => [`material-feedback:${number.slice(2, 6)}`, Number(number.slice(7))] as const))

/** What certificates are written with. */
function words({ dice, era, staff, masters }: Floor): Batch[] {
  const made = era.from
  const by = staff.lead('qualityLead').id
  const remark = (code: string, text: string, textEn: string) => ({
    id: dice.id(made),
    code,
    text,
    textEn,
    active: true,
    ...stamps(made, by),
  })
  const remarks = [
    remark('STORE', '请于阴凉干燥处避光存放。', 'Store in a cool, dry place away from light.'),
    remark('SHELF', '自生产日起保质期两年。', 'Best used within two years of manufacture.'),
    remark(
      'COPY',
      '未经书面许可，不得部分复制本报告。',
      'Not to be reproduced except in full without written permission.',
    ),
  ]
  const own = {
    company: '示范无纺布有限公司',
    companyEn: 'Demonstration Nonwovens Co., Ltd.',
    address: era.say(both('浙江省示范市工业园 1 号', '1 Industrial Park, Shifan, Zhejiang, China')),
    sampling: '按产品标准，每抽检卷沿幅宽取样。',
    samplingEn: 'By the product standard, across the width of each roll tested.',
    remarks: remarks.map(({ id }) => id),
    showRolls: true,
    active: true,
  }
  const [first] = masters.buyers
  return [
    batch(coaRemark, remarks),
    batch(
      coaTranslation,
      (
        [
          ['白色', 'White'],
          ['蓝色', 'Blue'],
          ['绿色', 'Green'],
          ['本白', 'Natural white'],
        ] as const
      ).map(([term, english]) => ({ id: dice.id(made), term, english, ...stamps(made, by) })),
    ),
    batch(coaTemplate, [
      {
        id: dice.id(made),
        code: 'COA-STD',
        name: era.say(both('通用报告', 'General certificate')),
        ...own,
        ...stamps(made, by),
      },
      ...(first
        ? [
            {
              id: dice.id(made),
              code: 'COA-01',
              name: era.say(both('客户专用报告', "The customer's own certificate")),
              customerId: first.id,
              ...own,
              ...stamps(made, by),
            },
          ]
        : []),
    ]),
  ]
}
