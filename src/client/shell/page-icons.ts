import type { PageName } from '@/contract/menu'
import { buildCirclePath, createIcon, type Icon } from '@/client/ui/icons'
import * as icons from '../ui/icons'

const boardPath = 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4'
const clipPath = 'M6 5h12v16H6zM9 3h6v4H9z'
const boxPath = 'M4 8l8-4 8 4v8l-8 4-8-4z'
const documentPath = 'M5 3h9l5 5v13H5zM14 3v5h5'

const Screen = createIcon('M3 4h18v12H3zM8 20h8M12 16v4')
const Pulse = createIcon('M3 12h4l3-7 4 14 3-7h4')
const Trend = createIcon('M3 17l6-6 4 4 8-8M15 7h6v6')
const Scissors = createIcon(`${buildCirclePath(6, 6, 3)}${buildCirclePath(6, 18, 3)}M8.5 8L20 17M8.5 16L20 7`)
const Order = createIcon('M5 4h14v16l-3.5-2-3.5 2-3.5-2L5 20zM9 9h6M9 13h6')
const Bag = createIcon('M7 4h10l-1.5 4c2.5 2 3.5 5 3.5 8a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4c0-3 1-6 3.5-8zM8.5 8h7')
const Handover = createIcon('M4 12h11M11 7l5 5-5 5M20 5v14')
const Announcement = createIcon('M4 10v4l12 5V5zM16 9a3 3 0 0 1 0 6M7 15v5h3v-4')
const Calendar = createIcon(`${boardPath}M8 14h4M8 17h8`)
const Week = createIcon(`${boardPath}M8 13v4M12 13v4M16 13v4`)
const Care = createIcon(`${boardPath}M12 12.5v5M9.5 15h5`)
const Stop = createIcon(`${buildCirclePath(12, 12, 9)}M9 9h6v6H9z`)
const Flow = createIcon('M4 8h13l-3-3M20 16H7l3 3')
const Target = createIcon(`${buildCirclePath(12, 12, 9)}${buildCirclePath(12, 12, 5)}${buildCirclePath(12, 12, 1)}`)
const Flask = createIcon('M9 3h6M10 3v6L4.5 19a1.5 1.5 0 0 0 1.3 2h12.4a1.5 1.5 0 0 0 1.3-2L14 9V3M7 15h10')
const Pigment = createIcon(
  'M12 3a9 9 0 1 0 0 18c2 0 1.6-1.6 1.1-2.6s.4-2.4 1.9-2.4h2.5A3.5 3.5 0 0 0 21 12.5C21 7 17 3 12 3M8 9v0M12 7v0M16 9v0M7 13v0',
)
const Parcel = createIcon(`${boxPath}M4 8l8 4 8-4M12 12v8`)
const ParcelShort = createIcon(`${boxPath}M12 8.5v4.5M12 16v0`)
const Ring = createIcon('M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4M12 3v2')
const Lock = createIcon('M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3M12 15v2')
const Walk = createIcon(
  `${buildCirclePath(6, 18, 2)}${buildCirclePath(18, 6, 2)}M8 18h6.5a3 3 0 0 0 0-6h-5a3 3 0 0 1 0-6H16`,
)
const Machine = createIcon(
  `${buildCirclePath(12, 12, 6)}${buildCirclePath(12, 12, 2)}M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2`,
)
const Clipboard = createIcon(`${clipPath}M9 12h6M9 16h4`)
const Checklist = createIcon(`${clipPath}M9 14l2.2 2.2L15.5 12`)
const Drop = createIcon('M12 3c4 5 6 7.5 6 11a6 6 0 0 1-12 0c0-3.5 2-6 6-11zM9 15a3 3 0 0 0 2.5 2.5')
const Tool = createIcon('M4 20l8-8M12 5l7 7-3 3-7-7z')
const Gauge = createIcon('M4 17a8 8 0 1 1 16 0M12 17l4-5M3 20h18')
const Bolt = createIcon('M13 2L5 13h6l-1 9 8-11h-6z')
const Balance = createIcon('M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z')
const Money = createIcon(`${buildCirclePath(12, 12, 9)}M8.5 7l3.5 5 3.5-5M12 12v5M9 13h6M9 15.5h6`)
const Cup = createIcon('M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 3 1.5 5 4 5M16 6h4c0 3-1.5 5-4 5M12 14v4M8 20h8')
const Shield = createIcon('M12 3l8 3v6c0 5-3.5 7.5-8 9-4.5-1.5-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5')
const Branches = createIcon('M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4')
const History = createIcon('M4 12a8 8 0 1 0 2.5-5.8M4 3v5h5M12 8v4l3 2')
const Entrance = createIcon('M14 4h6v16h-6M3 12h11M10 8l4 4-4 4')
const Workbook = createIcon(`${documentPath}M8 12h8v6H8zM8 15h8M12 12v6`)
const BackupDisk = createIcon('M4 14h16v6H4zM4 14l3-10h10l3 10M16 17v0M12 4v6M9 8l3 3 3-3')
const Verdict = createIcon(`${documentPath}M8.5 15l2.2 2.2L15 13`)

/** Icon of every page of the product, so that pages are recognized in the grid before their titles are read. */
const ICON_BY_PAGE = {
  dashboard: Screen,
  statistics: icons.ChartIcon,
  processParameters: Pulse,
  performance: Target,
  dataDemonstration: icons.PictureIcon,
  deviceSituation: icons.LineIcon,
  dataCenter: icons.OnlineIcon,
  trendForecast: Trend,
  lineStatus: Pulse,
  stockStatistics: Parcel,
  notices: Ring,
  rollInteractive: icons.RollIcon,
  divideInteractive: Scissors,
  progressMonitoring: icons.ActiveIcon,
  orderSync: icons.SyncIcon,
  materialWorkOrder: Order,
  materialTeam: icons.PeopleIcon,
  materialTime: icons.WaitIcon,
  productionSheet: icons.TableIcon,
  rawMaterial: Bag,
  jobHandover: Handover,
  productionInspection: icons.SearchIcon,
  informationTransfer: Announcement,
  productionSchedule: Calendar,
  shutdownAnalysis: Stop,
  inputOutputSheet: Flow,
  productRepair: icons.RepairIcon,
  processData: icons.SettingsIcon,
  processHistory: History,
  slittingProcess: Scissors,
  productStandards: Target,
  materialStandards: Bag,
  masterbatchCalibration: Pigment,
  qualityData: Flask,
  qualityReport: Verdict,
  qualityTracking: icons.SearchIcon,
  rawMaterialInspection: Bag,
  qualitySheet: icons.TableIcon,
  tableTemplate: icons.ColumnsIcon,
  sparePartsWarning: ParcelShort,
  polling: Walk,
  repair: icons.RepairIcon,
  pollingPlan: Calendar,
  weeklyWork: Week,
  upkeepPlan: Care,
  equipmentLedger: Machine,
  equipmentUse: icons.WaitIcon,
  equipmentRecord: Clipboard,
  partsRecord: Flow,
  lubricationRecord: Drop,
  teamCheck: Checklist,
  spareManagement: Parcel,
  toolManagement: Tool,
  meterInquiry: Gauge,
  energyAnalysis: Bolt,
  energyStatistics: icons.ChartIcon,
  energyUnitPrice: Money,
  electricityAnalysis: Trend,
  costComparison: Balance,
  standardCost: Target,
  unitPriceEntry: Money,
  processOptimisation: icons.SettingsIcon,
  workHours: icons.WaitIcon,
  materialReport: Bag,
  finishedProducts: icons.RollIcon,
  energyReport: Bolt,
  teamAssessment: Cup,
  monthClosing: Lock,
  anyDateSheet: Calendar,
  users: icons.PeopleIcon,
  roles: Shield,
  departments: Branches,
  operationLog: History,
  loginLog: Entrance,
  files: Workbook,
  backups: BackupDisk,
} as const satisfies Record<PageName, Icon>

/** Returns the icon of a menu page; a document for pages that the plant added. */
export const getPageIcon = (name: string): Icon =>
  (ICON_BY_PAGE as Partial<Record<string, Icon>>)[name] ?? icons.DocumentIcon
