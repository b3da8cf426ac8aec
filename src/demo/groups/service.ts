import { care, fault, look, type MachineGroup } from './group'
import { both } from '../said'

/** Shared services: lifting, vehicles, laboratory, packing, fire and dust protection. */
export const serviceGroups = {
  lifting: {
    makers: [
      ['江南起重', 'LD-5T'],
      ['东岳起重', 'QD-10T'],
    ],
    life: [6800, 1.1],
    faults: [
      fault(
        'electrical',
        3,
        both('起升无动作', 'Hoist does not lift'),
        both('手柄按钮接触不良', 'Poor contact in the pendant button'),
        both('更换按钮开关', 'Replaced the push button'),
        'contactor',
      ),
      fault(
        'safety',
        2,
        both('上限位失灵', 'Upper limit switch does not work'),
        both('限位开关损坏', 'Limit switch damaged'),
        both('更换限位开关并试验', 'Replaced and tested the limit switch'),
        'sensor',
      ),
      fault(
        'mechanical',
        1,
        both('制动下滑', 'Load slips when braked'),
        both('制动片磨损', 'Brake lining worn'),
        both('更换制动片，调整间隙', 'Replaced the brake lining, adjusted the gap'),
        'belt',
      ),
    ],
    checks: [
      look('限位与制动有效', 'Limits and brake work'),
      look('钢丝绳无断丝', 'Rope without broken wires'),
      look('吊钩防脱装置完好', 'Hook latch in order'),
    ],
    care: [
      care(
        '钢丝绳润滑与检查',
        'Wire rope lubrication and check',
        1,
        'month',
        1,
        [
          both('检查断丝与磨损', 'Check for broken wires and wear'),
          both('涂抹润滑脂', 'Apply grease'),
          both('试验限位', 'Test the limit switches'),
        ],
        'grease',
      ),
    ],
  },
  vehicle: {
    makers: [
      ['安瑞叉车', 'FB-30'],
      ['东岳叉车', 'CPD-20'],
    ],
    life: [4500, 1.1],
    faults: [
      fault(
        'hydraulic',
        3,
        both('货叉下沉', 'Forks sink'),
        both('油缸密封件老化', 'Cylinder seals aged'),
        both('更换密封件', 'Replaced the seals'),
        'seal',
      ),
      fault(
        'electrical',
        2,
        both('充不进电', 'Does not charge'),
        both('充电机保险烧断', 'Charger fuse blown'),
        both('更换保险', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [look('制动、喇叭、灯光正常', 'Brake, horn and lights work'), look('轮胎完好', 'Tyres in order')],
    care: [
      care(
        '电瓶与液压检查',
        'Battery and hydraulics check',
        1,
        'month',
        1,
        [
          both('补充蒸馏水', 'Top up distilled water'),
          both('检查液压油位', 'Check the hydraulic oil level'),
          both('检查制动', 'Check the brake'),
        ],
        'oil',
      ),
    ],
  },
  laboratory: {
    makers: [
      ['北辰仪器', 'YG-026'],
      ['精锐测控', 'XL-100'],
    ],
    life: [12000, 1],
    faults: [
      fault(
        'instrument',
        3,
        both('测试值重复性差', 'Poor repeatability of test values'),
        both('夹具磨损', 'Clamps worn'),
        both('更换夹片，重新校准', 'Replaced the jaw faces, recalibrated'),
      ),
      fault(
        'electrical',
        1,
        both('开机无显示', 'Dark when switched on'),
        both('保险丝熔断', 'Fuse blown'),
        both('更换保险丝', 'Replaced the fuse'),
        'breaker',
      ),
    ],
    checks: [
      look('零点正常、夹具清洁', 'Zero right, clamps clean'),
      look('校准标签在有效期内', 'Calibration label valid'),
    ],
    care: [
      care('期间核查', 'Intermediate check', 3, 'month', 1, [
        both('标准件比对', 'Compare with the reference piece'),
        both('记录偏差', 'Record the deviation'),
        both('清洁保养', 'Clean and maintain'),
      ]),
    ],
  },
  fabric: {
    makers: [
      ['海澄包装', 'PK-1600'],
      ['江南轻机', 'RC-300'],
    ],
    life: [4000, 1.2],
    faults: [
      fault(
        'mechanical',
        3,
        both('输送带跑偏', 'Conveyor belt off track'),
        both('滚筒粘料', 'Build-up on the roller'),
        both('清理滚筒，调整张紧', 'Cleaned the roller, adjusted the tension'),
        'belt',
      ),
      fault(
        'control',
        2,
        both('光电检测不到工件', 'Photocell does not see the roll'),
        both('光电开关移位', 'Photocell out of position'),
        both('重新安装光电开关', 'Refitted the photocell'),
        'sensor',
      ),
      fault(
        'heating',
        1,
        both('封口不牢', 'Seal does not hold'),
        both('热封条老化', 'Sealing strip aged'),
        both('更换热封条', 'Replaced the sealing strip'),
        'heater',
      ),
    ],
    checks: [look('输送平稳、光电灵敏', 'Runs smoothly, sensors respond'), look('防护罩完好', 'Guards in place')],
    care: [
      care(
        '清洁与润滑',
        'Cleaning and lubrication',
        2,
        'week',
        1,
        [
          both('清理废料', 'Clear away waste'),
          both('链条加油', 'Oil the chain'),
          both('检查光电', 'Check the photocells'),
        ],
        'oil',
      ),
    ],
  },
  safety: {
    makers: [
      ['安瑞消防', 'XBD-9'],
      ['常安环保', 'DMC-96'],
    ],
    life: [9000, 1],
    faults: [
      fault(
        'safety',
        2,
        both('消防主机报通讯故障', 'Fire alarm panel reports a communication fault'),
        both('模块进水', 'Water in the module'),
        both('更换模块，做好防水', 'Replaced and waterproofed the module'),
        'plc',
      ),
      fault(
        'pneumatic',
        2,
        both('脉冲阀不喷吹', 'Pulse valve does not blow'),
        both('膜片破损', 'Diaphragm torn'),
        both('更换膜片', 'Replaced the diaphragm'),
        'valve',
      ),
    ],
    checks: [look('压力在绿区、通道畅通', 'Pressure in the green, ways clear'), look('指示灯正常', 'Lamps normal')],
    care: [
      care('功能试验', 'Function test', 1, 'month', 1, [
        both('手动启停试验', 'Manual start and stop test'),
        both('检查压力', 'Check the pressure'),
        both('填写记录', 'Fill in the record'),
      ]),
    ],
  },
} as const satisfies Record<string, MachineGroup>
