{{- define "hark.selector" -}}
app.kubernetes.io/name: hark
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "hark.labels" -}}
{{ include "hark.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "hark.secret" -}}
{{ required "Set existingSecret to the name of a secret with secret-key and database-owner-url." .Values.existingSecret }}
{{- end }}

{{- define "hark.ingressUrl" -}}
{{- if .Values.engine.enabled -}}
http://{{ .Release.Name }}-engine:8080
{{- else -}}
{{ required "Set engine.ingressUrl to the URL of your engine, or engine.enabled to true." .Values.engine.ingressUrl }}
{{- end -}}
{{- end }}

{{- define "hark.adminUrl" -}}
{{- if .Values.engine.enabled -}}
http://{{ .Release.Name }}-engine:9070
{{- else -}}
{{ required "Set engine.adminUrl to the URL of your engine, or engine.enabled to true." .Values.engine.adminUrl }}
{{- end -}}
{{- end }}

{{- /* The start of every pod template, up to its containers. Expects root, name and values (such as .Values.serve). */}}
{{- define "hark.pod" -}}
metadata:
  labels:
    {{- include "hark.selector" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
    {{- with .values.pod.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .values.pod.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with .root.Values.serviceAccountName }}
  serviceAccountName: {{ . | quote }}
  {{- end }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- with .values.pod.priorityClassName }}
  priorityClassName: {{ . | quote }}
  {{- end }}
  {{- with .values.pod.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.pod.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.pod.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.pod.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- range . }}
    - labelSelector:
        matchLabels:
          {{- include "hark.selector" $.root | nindent 10 }}
          app.kubernetes.io/component: {{ $.name }}
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- end }}
{{- end }}

{{- define "hark.guarded" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- /* hark.pod with the start of its only container, up to its environment. The name is also the command. */}}
{{- define "hark.commandPod" -}}
{{ include "hark.pod" . }}
  {{- with .root.Values.caCertificate }}
  volumes:
    - name: ca
      {{- toYaml . | nindent 6 }}
  {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: [{{ .name }}]
      {{- include "hark.guarded" . | nindent 6 }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      {{- if .root.Values.caCertificate }}
      volumeMounts:
        - { name: ca, mountPath: /etc/hark/ca, readOnly: true }
      {{- end }}
      {{- with .root.Values.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end }}

{{- /* Settings of every command. */}}
{{- define "hark.commonEnv" -}}
- name: SECRET_KEY
  valueFrom:
    secretKeyRef: { name: {{ include "hark.secret" . }}, key: secret-key }
{{- if .Values.caCertificate }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/hark/ca/ca.crt
{{- end }}
- name: LOG_LEVEL
  value: {{ .Values.logLevel | quote }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Settings of serve and work. */}}
{{- define "hark.env" -}}
{{ include "hark.commonEnv" . }}
- name: DATABASE_URL
  value: postgres://{{ .Values.database.host }}:{{ .Values.database.port }}/{{ .Values.database.name }}?sslmode={{ .Values.database.sslMode }}
- name: DATABASE_POOLER_URL
  value: {{ .Values.database.poolerUrl | quote }}
- name: DATABASE_POOL_SIZE
  value: {{ .Values.database.poolSize | quote }}
- name: RESTATE_INGRESS_URL
  value: {{ include "hark.ingressUrl" . | quote }}
- name: RESTATE_ADMIN_URL
  value: {{ include "hark.adminUrl" . | quote }}
{{- if .Values.redis.enabled }}
- name: REDIS_URL
  valueFrom:
    secretKeyRef: { name: {{ include "hark.secret" . }}, key: redis-url }
{{- end }}
{{- if .Values.smtp.enabled }}
- name: SMTP_URL
  valueFrom:
    secretKeyRef: { name: {{ include "hark.secret" . }}, key: smtp-url }
- name: SMTP_FROM
  value: {{ .Values.smtp.from | quote }}
{{- end }}
{{- end }}
