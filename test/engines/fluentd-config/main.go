// Prints the fluentd configuration that the logging operator makes of the manifests on standard input: one Logging with its
// ClusterFlows, ClusterOutputs, Flows, Outputs, FluentdConfig and Secrets, as YAML or JSON documents between lines of `---`.
//
// The operator itself is a program for a cluster; its SDK holds the plugins and the renderer. What stands between the two, the walk
// from resources to flows, is written here: in the operator's order, with its ids, and with its refusals.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"

	"github.com/cisco-open/operator-tools/pkg/secret"
	"github.com/kube-logging/logging-operator/pkg/sdk/logging/api/v1beta1"
	"github.com/kube-logging/logging-operator/pkg/sdk/logging/model/input"
	"github.com/kube-logging/logging-operator/pkg/sdk/logging/model/output"
	"github.com/kube-logging/logging-operator/pkg/sdk/logging/model/render"
	"github.com/kube-logging/logging-operator/pkg/sdk/logging/model/types"
	"github.com/kube-logging/logging-operator/pkg/sdk/logging/plugins"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// Where the operator mounts the Secrets that outputs name by `mountFrom`.
const secretFolder = "/fluentd/secret"

var documentEnd = regexp.MustCompile(`(?m)^---\s*$`)

type resources struct {
	logging        *v1beta1.Logging
	fluentd        *v1beta1.FluentdConfig
	clusterFlows   []v1beta1.ClusterFlow
	flows          []v1beta1.Flow
	clusterOutputs []v1beta1.ClusterOutput
	outputs        []v1beta1.Output
	secrets        []corev1.Secret
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	found := &resources{}
	for _, document := range documentEnd.Split(string(text), -1) {
		if err := found.add([]byte(document)); err != nil {
			return err
		}
	}
	system, err := found.system()
	if err != nil {
		return err
	}
	renderer := render.FluentRender{Out: out, Indent: 2}
	return renderer.Render(system)
}

func (r *resources) add(document []byte) error {
	var object metav1.PartialObjectMetadata
	if err := yaml.Unmarshal(document, &object); err != nil {
		return fmt.Errorf("a document is neither YAML nor JSON: %w", err)
	}
	switch object.Kind {
	case "Logging":
		if r.logging != nil {
			return fmt.Errorf("Logging %q is the second one; give one", object.Name)
		}
		r.logging = &v1beta1.Logging{}
		return parse(document, object, r.logging)
	case "FluentdConfig":
		r.fluentd = &v1beta1.FluentdConfig{}
		return parse(document, object, r.fluentd)
	case "ClusterFlow":
		return appendTo(&r.clusterFlows, document, object)
	case "Flow":
		return appendTo(&r.flows, document, object)
	case "ClusterOutput":
		return appendTo(&r.clusterOutputs, document, object)
	case "Output":
		return appendTo(&r.outputs, document, object)
	case "Secret":
		return appendTo(&r.secrets, document, object)
	}
	return nil
}

func appendTo[T any](list *[]T, document []byte, object metav1.PartialObjectMetadata) error {
	var one T
	err := parse(document, object, &one)
	*list = append(*list, one)
	return err
}

// parse is strict: a field that the SDK doesn't know would be left out of the configuration without a word.
func parse(document []byte, object metav1.PartialObjectMetadata, into any) error {
	if err := yaml.UnmarshalStrict(document, into); err != nil {
		return fmt.Errorf("%s %q: %w", object.Kind, object.Name, err)
	}
	return nil
}

func (r *resources) system() (*types.System, error) {
	if r.logging == nil {
		return nil, errors.New("there is no Logging among the manifests")
	}
	if r.fluentd != nil {
		if r.logging.Spec.FluentdSpec != nil {
			return nil, errors.New("fluentd is declared twice, in Logging and in FluentdConfig")
		}
		r.logging.Spec.FluentdSpec = &r.fluentd.Spec
	}
	if r.logging.Spec.FluentdSpec == nil {
		return nil, fmt.Errorf("Logging %q declares no fluentd", r.logging.Name)
	}
	if err := r.logging.SetDefaults(); err != nil {
		return nil, err
	}
	if err := r.refuseStrays(); err != nil {
		return nil, err
	}
	spec := &r.logging.Spec
	forward := spec.FluentdSpec.ForwardInputConfig
	if forward == nil {
		forward = input.NewForwardInputConfig()
	}
	source, err := forward.ToDirective(r.secretsOf(spec.ControlNamespace), "main")
	if err != nil {
		return nil, fmt.Errorf("forward input: %w", err)
	}
	router := types.NewRouter("main", types.Params{"metrics": strconv.FormatBool(spec.FluentdSpec.Metrics != nil)})
	filters, err := r.filters("globalFilter", spec.ControlNamespace, spec.GlobalFilters)
	if err != nil {
		return nil, err
	}
	builder := types.NewSystemBuilder(source, filters, router)

	// As the API server lists them.
	slices.SortFunc(r.flows, func(a, b v1beta1.Flow) int { return byName(&a, &b) })
	slices.SortFunc(r.clusterFlows, func(a, b v1beta1.ClusterFlow) int { return byName(&a, &b) })
	for _, declared := range r.flows {
		flow, err := r.flow(declared)
		if err == nil {
			err = builder.RegisterFlow(flow)
		}
		if err != nil {
			return nil, fmt.Errorf("Flow %q: %w", declared.Name, err)
		}
	}
	for _, declared := range r.clusterFlows {
		flow, err := r.clusterFlow(declared)
		if err == nil {
			err = builder.RegisterFlow(flow)
		}
		if err != nil {
			return nil, fmt.Errorf("ClusterFlow %q: %w", declared.Name, err)
		}
	}
	if err := r.defaultFlow(builder); err != nil {
		return nil, err
	}
	if err := r.errorFlow(builder); err != nil {
		return nil, err
	}
	return builder.Build()
}

func byName(a, b metav1.Object) int {
	return cmp.Or(cmp.Compare(a.GetNamespace(), b.GetNamespace()), cmp.Compare(a.GetName(), b.GetName()))
}

// refuseStrays names what the operator would pass over: cluster resources outside the control namespace, or of another Logging.
func (r *resources) refuseStrays() error {
	spec := &r.logging.Spec
	refuse := func(kind, name, namespace, ref string) error {
		if namespace != spec.ControlNamespace && !spec.AllowClusterResourcesFromAllNamespaces {
			return fmt.Errorf("%s %q is in namespace %q; the control namespace is %q", kind, name, namespace, spec.ControlNamespace)
		}
		if ref != spec.LoggingRef {
			return fmt.Errorf("%s %q belongs to loggingRef %q, not to %q", kind, name, ref, spec.LoggingRef)
		}
		return nil
	}
	for _, one := range r.clusterFlows {
		if err := refuse("ClusterFlow", one.Name, one.Namespace, one.Spec.LoggingRef); err != nil {
			return err
		}
	}
	for _, one := range r.clusterOutputs {
		if err := refuse("ClusterOutput", one.Name, one.Namespace, one.Spec.LoggingRef); err != nil {
			return err
		}
	}
	return nil
}

func (r *resources) flow(declared v1beta1.Flow) (*types.Flow, error) {
	spec := declared.Spec
	if spec.Match != nil && spec.Selectors != nil {
		return nil, errors.New("match and selectors exclude each other")
	}
	here := []string{declared.Namespace}
	matches := []types.FlowMatch{{Labels: spec.Selectors, Namespaces: here}}
	if spec.Match != nil {
		matches = nil
		for _, match := range spec.Match {
			if match.Select != nil {
				matches = append(matches, types.FlowMatch{
					Labels: match.Select.Labels, ContainerNames: match.Select.ContainerNames, Hosts: match.Select.Hosts, Namespaces: here,
				})
			}
			if match.Exclude != nil {
				matches = append(matches, types.FlowMatch{
					Labels: match.Exclude.Labels, NamespaceLabels: match.Exclude.NamespaceLabels,
					ContainerNames: match.Exclude.ContainerNames, Hosts: match.Exclude.Hosts, Namespaces: here, Negate: true,
				})
			}
		}
	}
	id := fmt.Sprintf("flow:%s:%s", declared.Namespace, declared.Name)
	flow, err := types.NewFlow(matches, id, declared.Name, declared.Namespace, spec.FlowLabel, spec.IncludeLabelInRouter)
	if err != nil {
		return nil, err
	}
	if err := r.complete(flow, declared.Namespace, spec.GlobalOutputRefs, spec.Filters); err != nil {
		return nil, err
	}
	for _, name := range spec.LocalOutputRefs {
		index := slices.IndexFunc(r.outputs, func(one v1beta1.Output) bool { return one.Namespace == declared.Namespace && one.Name == name })
		if index < 0 {
			return nil, fmt.Errorf("there is no Output %q", name)
		}
		plugin, err := plugins.CreateOutput(r.outputs[index].Spec, fmt.Sprintf("%s:output:%s:%s", id, declared.Namespace, name), r.secretsOf(declared.Namespace))
		if err != nil {
			return nil, fmt.Errorf("Output %q: %w", name, err)
		}
		flow.WithOutputs(plugin)
	}
	return flow, nil
}

func (r *resources) clusterFlow(declared v1beta1.ClusterFlow) (*types.Flow, error) {
	spec := declared.Spec
	if spec.Match != nil && spec.Selectors != nil {
		return nil, errors.New("match and selectors exclude each other")
	}
	matches := []types.FlowMatch{{Labels: spec.Selectors, Namespaces: []string{""}}}
	if spec.Match != nil {
		matches = nil
		for _, match := range spec.Match {
			if match.ClusterSelect != nil && match.ClusterExclude != nil {
				return nil, errors.New("one match both selects and excludes")
			}
			if one := match.ClusterSelect; one != nil {
				matches = append(matches, types.FlowMatch{
					Labels: one.Labels, NamespaceLabels: one.NamespaceLabels, ContainerNames: one.ContainerNames, Hosts: one.Hosts,
					Namespaces: one.Namespaces, NamespacesRegex: one.NamespacesRegex,
				})
			}
			if one := match.ClusterExclude; one != nil {
				matches = append(matches, types.FlowMatch{
					Labels: one.Labels, NamespaceLabels: one.NamespaceLabels, ContainerNames: one.ContainerNames, Hosts: one.Hosts,
					Namespaces: one.Namespaces, NamespacesRegex: one.NamespacesRegex, Negate: true,
				})
			}
		}
	}
	id := fmt.Sprintf("clusterflow:%s:%s", declared.Namespace, declared.Name)
	flow, err := types.NewFlow(matches, id, declared.Name, declared.Namespace, spec.FlowLabel, spec.IncludeLabelInRouter)
	if err != nil {
		return nil, err
	}
	return flow, r.complete(flow, declared.Namespace, spec.GlobalOutputRefs, spec.Filters)
}

// complete adds the cluster outputs and the filters.
func (r *resources) complete(flow *types.Flow, namespace string, outputs []string, filters []v1beta1.Filter) error {
	for _, name := range outputs {
		plugin, err := r.clusterOutput(name, func(one v1beta1.ClusterOutput) string {
			return fmt.Sprintf("%s:clusteroutput:%s:%s", flow.FlowID, one.Namespace, one.Name)
		})
		if err != nil {
			return err
		}
		flow.WithOutputs(plugin)
	}
	made, err := r.filters(flow.FlowID, namespace, filters)
	flow.WithFilters(made...)
	return err
}

func (r *resources) clusterOutput(name string, id func(v1beta1.ClusterOutput) string) (types.Directive, error) {
	index := slices.IndexFunc(r.clusterOutputs, func(one v1beta1.ClusterOutput) bool { return one.Name == name })
	if index < 0 {
		return nil, fmt.Errorf("there is no ClusterOutput %q", name)
	}
	found := r.clusterOutputs[index]
	plugin, err := plugins.CreateOutput(found.Spec.OutputSpec, id(found), r.secretsOf(found.Namespace))
	if err != nil {
		return nil, fmt.Errorf("ClusterOutput %q: %w", name, err)
	}
	r.unsetBufferPath(plugin)
	return plugin, nil
}

func (r *resources) filters(id, namespace string, declared []v1beta1.Filter) ([]types.Filter, error) {
	var made []types.Filter
	for index, one := range declared {
		filter, err := plugins.CreateFilter(one, fmt.Sprintf("%s:%d", id, index), r.secretsOf(namespace))
		if err != nil {
			return nil, fmt.Errorf("filter %d of %s: %w", index, id, err)
		}
		made = append(made, filter)
	}
	return made, nil
}

func (r *resources) defaultFlow(builder *types.SystemBuilder) error {
	declared := r.logging.Spec.DefaultFlowSpec
	if declared == nil {
		return nil
	}
	name, namespace := r.logging.Name, r.logging.Namespace
	flow, err := types.NewFlow(nil, fmt.Sprintf("logging:%s:%s", namespace, name), name, namespace, declared.FlowLabel, declared.IncludeLabelInRouter)
	if err == nil {
		err = r.complete(flow, namespace, declared.GlobalOutputRefs, declared.Filters)
	}
	if err == nil {
		err = builder.RegisterDefaultFlow(flow)
	}
	if err != nil {
		return fmt.Errorf("default flow: %w", err)
	}
	return nil
}

func (r *resources) errorFlow(builder *types.SystemBuilder) error {
	const label, id = "@ERROR", "main-fluentd-error"
	var plugin types.Directive
	var err error
	if name := r.logging.Spec.ErrorOutputRef; name != "" {
		plugin, err = r.clusterOutput(name, func(v1beta1.ClusterOutput) string { return id })
	} else {
		plugin, err = output.NewNullOutputConfig().ToDirective(nil, id)
	}
	if err != nil {
		return fmt.Errorf("error flow: %w", err)
	}
	flow := &types.Flow{PluginMeta: types.PluginMeta{Directive: "label", Tag: label}, FlowLabel: label}
	return builder.RegisterErrorFlow(flow.WithOutputs(plugin))
}

// unsetBufferPath: several workers can't share a buffer's folder, so the operator leaves the choice to fluentd.
func (r *resources) unsetBufferPath(directive types.Directive) {
	if r.logging.Spec.FluentdSpec.Workers <= 1 {
		return
	}
	if buffer, isGeneric := directive.(*types.GenericDirective); isGeneric && buffer.Directive == "buffer" {
		delete(buffer.Params, "path")
		return
	}
	for _, section := range directive.GetSections() {
		r.unsetBufferPath(section)
	}
}

// secretLoader reads from the Secrets among the manifests; the operator's own asks the API server.
type secretLoader struct {
	namespace string
	secrets   []corev1.Secret
}

func (r *resources) secretsOf(namespace string) secret.SecretLoader {
	return &secretLoader{namespace: namespace, secrets: r.secrets}
}

func (l *secretLoader) Load(wanted *secret.Secret) (string, error) {
	if wanted.Value != "" {
		return wanted.Value, nil
	}
	if from := wanted.MountFrom; from != nil && from.SecretKeyRef != nil {
		_, err := l.value(from.SecretKeyRef)
		return fmt.Sprintf("%s/%s-%s-%s", secretFolder, l.namespace, from.SecretKeyRef.Name, from.SecretKeyRef.Key), err
	}
	if from := wanted.ValueFrom; from != nil && from.SecretKeyRef != nil {
		return l.value(from.SecretKeyRef)
	}
	return "", errors.New("a secret has neither value nor valueFrom nor mountFrom")
}

func (l *secretLoader) value(selector *corev1.SecretKeySelector) (string, error) {
	for _, one := range l.secrets {
		if one.Namespace != l.namespace || one.Name != selector.Name {
			continue
		}
		if value, isThere := one.StringData[selector.Key]; isThere {
			return value, nil
		}
		if value, isThere := one.Data[selector.Key]; isThere {
			return string(value), nil
		}
	}
	return "", fmt.Errorf("there is no Secret %q with key %q in namespace %q", selector.Name, selector.Key, l.namespace)
}
