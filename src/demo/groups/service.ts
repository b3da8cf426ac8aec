import { care, fault, look, measure, type MachineGroup } from './group'

/** What every line leans on: drives, panels, utilities, lifting, laboratory. */
export const serviceGroups = {
  drive: {
    makers: [
      ['华源电机', 'YE4-280'],
      ['东岳传动', 'FA-97'],
      ['北辰电机', 'YVF-225'],
    ],
    life: [8200, 1.4],
    faults: [
      fault('mechanical', 3, '电机轴承异响', '润滑脂干涸', '更换轴承，加注润滑脂', 'bearing'),
      fault('electrical', 2, '电机三相电流不平衡', '接线端子松动', '紧固端子，测量绝缘', 'cable'),
      fault('mechanical', 2, '联轴器弹性块碎裂', '对中偏差', '更换弹性块，激光对中', 'coupling'),
    ],
    checks: [
      measure('电机电流', 'Motor current', 'A', 86, 30, 140),
      measure('电机温度', 'Motor temperature', '°C', 58, 10, 95),
    ],
    care: [
      care(
        '电机轴承润滑',
        'Motor bearing lubrication',
        3,
        'month',
        1,
        ['清洁油嘴', '加注润滑脂', '测量温度与振动'],
        'grease',
      ),
    ],
  },
  panel: {
    makers: [
      ['北辰电气', 'MNS'],
      ['沪江自动化', 'ACS-6'],
      ['恒通电气', 'GGD'],
    ],
    life: [7600, 1.05],
    faults: [
      fault('electrical', 4, '接触器吸合不良', '触点烧蚀', '更换接触器', 'contactor'),
      fault('control', 3, 'PLC 输入模块一路无信号', '模块通道损坏', '更换通道，修改地址', 'plc'),
      fault('electrical', 2, '断路器跳闸', '端子发热老化', '更换断路器，紧固端子', 'breaker'),
      fault('control', 1, '触摸屏无显示', '背光电源坏', '更换触摸屏电源', 'lamp'),
    ],
    checks: [
      measure('柜内温度', 'Temperature inside', '°C', 31, 5, 45),
      look('无异味、端子无变色', 'No smell, terminals not discoloured'),
    ],
    care: [
      care(
        '电气柜除尘紧固',
        'Cabinet cleaning and retightening',
        3,
        'month',
        2,
        ['停电验电挂牌', '吹扫除尘', '紧固端子', '更换滤棉'],
        'filter',
      ),
    ],
  },
  boiler: {
    makers: [
      ['常安锅炉', 'YYW-1400Q'],
      ['北方热能', 'YQW-2300'],
    ],
    life: [3900, 1.3],
    faults: [
      fault('heating', 3, '燃烧器点火失败', '电极积碳', '清洁点火电极，调整间隙'),
      fault('instrument', 2, '热油温度显示异常', '热电阻老化', '更换热电阻', 'thermocouple'),
      fault('safety', 1, '低液位联锁动作', '膨胀槽油位低', '补油，检查管路泄漏', 'oil'),
      fault('mechanical', 2, '热油泵机封渗漏', '机封磨损', '更换机械密封', 'seal'),
    ],
    checks: [
      measure('热油出口温度', 'Oil outlet temperature', '°C', 212, 140, 240),
      measure('出口压力', 'Outlet pressure', 'MPa', 0.42, 0.2, 0.7),
      look('无渗漏、膨胀槽油位正常', 'No leak, expansion tank level normal'),
    ],
    care: [
      care('燃烧器保养', 'Burner service', 3, 'month', 3, ['清洁电极与喷嘴', '检查燃气阀组密封', '调整燃烧'], 'filter'),
      care('导热油化验', 'Thermal oil analysis', 6, 'month', 1, ['取样', '化验酸值与残碳', '登记结果']),
    ],
  },
  pump: {
    makers: [
      ['江南泵业', 'ISG-100'],
      ['沪江泵业', 'IRG-125'],
    ],
    life: [5800, 1.4],
    faults: [
      fault('mechanical', 4, '泵机械密封漏水', '机封磨损', '更换机械密封', 'seal'),
      fault('mechanical', 2, '泵振动大', '叶轮磨损不平衡', '更换叶轮与轴承', 'pump'),
      fault('electrical', 1, '泵电机过热', '轴承卡滞', '更换轴承', 'bearing'),
    ],
    checks: [
      measure('出口压力', 'Outlet pressure', 'MPa', 0.38, 0.2, 0.6),
      look('无漏水、无异响', 'No leak, no noise'),
    ],
    care: [care('泵轴承加油', 'Pump bearing oil', 3, 'month', 1, ['检查油位', '加注润滑油', '检查联轴器'], 'oil')],
  },
  compressor: {
    makers: [
      ['东岳压缩机', 'LU-132'],
      ['北辰压缩', 'SCR-180'],
    ],
    life: [3700, 1.4],
    faults: [
      fault('lubrication', 3, '排气温度高报警', '油冷却器积垢', '清洗冷却器，换油滤', 'filter'),
      fault('pneumatic', 3, '加载阀不动作', '电磁阀故障', '更换加载电磁阀', 'valve'),
      fault('mechanical', 1, '皮带断裂', '皮带老化', '更换皮带', 'belt'),
    ],
    checks: [
      measure('排气压力', 'Discharge pressure', 'MPa', 0.72, 0.6, 0.85),
      measure('排气温度', 'Discharge temperature', '°C', 84, 60, 105),
      look('油位正常、无泄漏', 'Oil level normal, no leak'),
    ],
    care: [
      care(
        '油滤与空滤更换',
        'Oil and air filter change',
        6,
        'month',
        2,
        ['更换空滤', '更换油滤', '检查油气分离器'],
        'filter',
        2000,
      ),
    ],
  },
  chiller: {
    makers: [
      ['沪江制冷', 'LSB-400'],
      ['海澄空调', 'WCF-350'],
    ],
    life: [4900, 1.2],
    faults: [
      fault('other', 2, '冷冻水出水温度高', '冷凝器结垢', '通炮清洗冷凝器', 'chem'),
      fault('electrical', 2, '高压保护停机', '冷却塔风机未启动', '修复冷却塔风机接触器', 'contactor'),
      fault('instrument', 1, '水流开关误报', '靶片变形', '更换水流开关', 'sensor'),
    ],
    checks: [
      measure('出水温度', 'Outlet water temperature', '°C', 8.6, 5, 13),
      measure('冷凝压力', 'Condensing pressure', 'MPa', 0.92, 0.5, 1.3),
    ],
    care: [
      care('冷凝器清洗', 'Condenser cleaning', 6, 'month', 5, ['隔离放水', '通炮清洗', '检漏'], 'chem'),
      care('水质检测', 'Water quality test', 2, 'week', 1, ['取样检测电导率', '加药'], 'chem'),
    ],
  },
  power: {
    makers: [
      ['恒通电气', 'SCB13-1600'],
      ['北辰电气', 'KYN28'],
      ['沪东开关', 'XGN-12'],
    ],
    life: [15000, 1],
    faults: [
      fault('electrical', 3, '电容补偿投切异常', '电容容量衰减', '更换电容器与熔断器', 'breaker'),
      fault('instrument', 1, '多功能表通讯中断', '通讯线松动', '紧固通讯线', 'cable'),
    ],
    checks: [
      measure('绕组温度', 'Winding temperature', '°C', 68, 10, 110),
      measure('进线电压', 'Incoming voltage', 'V', 398, 370, 420),
      look('无异响、无放电声', 'No unusual sound'),
    ],
    care: [
      care('预防性试验与紧固', 'Preventive tests and retightening', 12, 'month', 6, [
        '停电操作票',
        '绝缘与耐压试验',
        '紧固母排',
      ]),
    ],
  },
  lifting: {
    makers: [
      ['江南起重', 'LD-5T'],
      ['东岳起重', 'QD-10T'],
    ],
    life: [6800, 1.1],
    faults: [
      fault('electrical', 3, '起升无动作', '手柄按钮接触不良', '更换按钮开关', 'contactor'),
      fault('safety', 2, '上限位失灵', '限位开关损坏', '更换限位开关并试验', 'sensor'),
      fault('mechanical', 1, '制动下滑', '制动片磨损', '更换制动片，调整间隙', 'belt'),
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
        ['检查断丝与磨损', '涂抹润滑脂', '试验限位'],
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
      fault('hydraulic', 3, '货叉下沉', '油缸密封件老化', '更换密封件', 'seal'),
      fault('electrical', 2, '充不进电', '充电机保险烧断', '更换保险', 'breaker'),
    ],
    checks: [look('制动、喇叭、灯光正常', 'Brake, horn and lights work'), look('轮胎完好', 'Tyres in order')],
    care: [
      care(
        '电瓶与液压检查',
        'Battery and hydraulics check',
        1,
        'month',
        1,
        ['补充蒸馏水', '检查液压油位', '检查制动'],
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
      fault('instrument', 3, '测试值重复性差', '夹具磨损', '更换夹片，重新校准'),
      fault('electrical', 1, '开机无显示', '保险丝熔断', '更换保险丝', 'breaker'),
    ],
    checks: [
      look('零点正常、夹具清洁', 'Zero right, clamps clean'),
      look('校准标签在有效期内', 'Calibration label valid'),
    ],
    care: [care('期间核查', 'Intermediate check', 3, 'month', 1, ['标准件比对', '记录偏差', '清洁保养'])],
  },
  fabric: {
    makers: [
      ['海澄包装', 'PK-1600'],
      ['江南轻机', 'RC-300'],
    ],
    life: [4000, 1.2],
    faults: [
      fault('mechanical', 3, '输送带跑偏', '滚筒粘料', '清理滚筒，调整张紧', 'belt'),
      fault('control', 2, '光电检测不到工件', '光电开关移位', '重新安装光电开关', 'sensor'),
      fault('heating', 1, '封口不牢', '热封条老化', '更换热封条', 'heater'),
    ],
    checks: [look('输送平稳、光电灵敏', 'Runs smoothly, sensors respond'), look('防护罩完好', 'Guards in place')],
    care: [care('清洁与润滑', 'Cleaning and lubrication', 2, 'week', 1, ['清理废料', '链条加油', '检查光电'], 'oil')],
  },
  safety: {
    makers: [
      ['安瑞消防', 'XBD-9'],
      ['常安环保', 'DMC-96'],
    ],
    life: [9000, 1],
    faults: [
      fault('safety', 2, '消防主机报通讯故障', '模块进水', '更换模块，做好防水', 'plc'),
      fault('pneumatic', 2, '脉冲阀不喷吹', '膜片破损', '更换膜片', 'valve'),
    ],
    checks: [look('压力在绿区、通道畅通', 'Pressure in the green, ways clear'), look('指示灯正常', 'Lamps normal')],
    care: [care('功能试验', 'Function test', 1, 'month', 1, ['手动启停试验', '检查压力', '填写记录'])],
  },
} as const satisfies Record<string, MachineGroup>
